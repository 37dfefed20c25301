"""The house's side of the edge: devices that register themselves, their tokens, readings and pictures, and the endpoint that they use."""
