"""What `herald bench` measures, one module per thing measured."""
