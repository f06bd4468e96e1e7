"""Images in notifications: graphs of rule queries, rendered when the notification is sent."""
