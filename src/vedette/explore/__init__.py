"""What people asked: their query history, and the queries an organization keeps."""
