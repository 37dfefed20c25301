"""What stands behind the gate: one file for each way of reaching devices, each fulfilling `port.Backend`."""
