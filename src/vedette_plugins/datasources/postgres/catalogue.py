"""Information about the server, for health checks and completion."""

ABOUT = """
SELECT current_setting('server_version') AS version,
       current_setting('is_superuser') = 'on' AS superuser
"""
DATABASES = """
SELECT datname FROM pg_catalog.pg_database
WHERE datallowconn AND NOT datistemplate AND has_database_privilege(oid, 'CONNECT')
ORDER BY datname
"""
SCHEMAS = """
SELECT nspname FROM pg_catalog.pg_namespace
WHERE nspname NOT LIKE 'pg\\_%' AND nspname NOT IN ('information_schema')
  AND nspname NOT LIKE '\\_timescaledb%' AND has_schema_privilege(oid, 'USAGE')
ORDER BY nspname
"""
TABLES = """
SELECT CASE WHEN pg_catalog.pg_table_is_visible(c.oid) THEN '' ELSE quote_ident(n.nspname) || '.'
       END || quote_ident(c.relname)
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
  AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
  AND n.nspname NOT LIKE '\\_timescaledb%'
  AND ($1::text IS NULL OR n.nspname = $1)
  AND has_table_privilege(c.oid, 'SELECT')
ORDER BY pg_catalog.pg_table_is_visible(c.oid) DESC, n.nspname, c.relname
LIMIT 5000
"""
COLUMNS = """
SELECT attname AS name, pg_catalog.format_type(atttypid, atttypmod) AS type
FROM pg_catalog.pg_attribute
WHERE attrelid = pg_catalog.to_regclass($1) AND attnum > 0 AND NOT attisdropped
ORDER BY attnum
"""
