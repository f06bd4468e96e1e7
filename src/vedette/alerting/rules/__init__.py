"""Rules as people keep them: read, checked, stored, versioned, and spoken of by the APIs."""
