"""Pictures in messages: a graph of what a rule asked, drawn when a message about it goes out."""
