"""Pages of the web: fetched by plain HTTP, and taken apart into passages. No script of a page is ever run."""
