"""What an agent is here: a card, a prompt, tools, one loop; and the endpoints (REST and MCP) made from the same tools."""
