"""The Home page: rooms and devices that can be touched. What a tile offers follows from capability files alone; all it does goes through
the gate."""
