"""A small roofline library: FLOPs, bytes, intensity, ridge, bound."""
