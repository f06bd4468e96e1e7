"""Information about the server, for health checks and completion."""

OWN = "'information_schema', 'performance_schema', 'mysql', 'sys'"
ABOUT = "SELECT VERSION()"
GRANTS = "SHOW GRANTS"
DATABASES = f"""
SELECT schema_name FROM information_schema.schemata
WHERE schema_name NOT IN ({OWN}) ORDER BY schema_name
"""  # noqa: S608
TABLES = """
SELECT table_name FROM information_schema.tables
WHERE table_schema = COALESCE(%s, DATABASE()) ORDER BY table_name LIMIT 5000
"""
COLUMNS = """
SELECT column_name, column_type FROM information_schema.columns
WHERE table_schema = COALESCE(%s, DATABASE()) AND table_name = %s ORDER BY ordinal_position
"""
