"""The query history of users, and the saved queries of an organization."""
