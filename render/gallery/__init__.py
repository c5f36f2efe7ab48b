"""Pictures of whole games between stewards, to look at and for documents."""
