"""JSON Schemas of the files people write and of the messages front-ends receive: data only."""
