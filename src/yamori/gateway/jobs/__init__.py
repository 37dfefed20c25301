"""Jobs for devices behind bad networks: put once, leased with a fencing token, ended once, kept and awaitable."""
