"""The agents of the household. Each is a folder of the same files; none knows another."""
