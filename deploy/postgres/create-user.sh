#!/bin/sh
# The image of PostgreSQL runs this once, in a new data directory. The platform's user owns its database and may create roles,
# because row-level security has roles of its own, but it is no superuser and cannot bypass that security.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  -v password="$(cat "${PLATFORM_PASSWORD_FILE:-/run/secrets/platform_password}")" <<'SQL'
create extension if not exists pg_trgm;
create role platform login createrole password :'password';
alter database platform owner to platform;
alter schema public owner to platform;
SQL
