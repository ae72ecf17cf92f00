"""What an entry is: vocabularies, field types, the entry model, clusters and the JSON Schema.

One definition that validation, the schema and the forms derive from.
"""
