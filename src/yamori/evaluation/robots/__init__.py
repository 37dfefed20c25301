"""The paper's ten tasks for the IoT agent (4.1.3, Table 4.3), said to it alone and judged by what three robots did."""
