#!/bin/sh
# Once, when the database is made: the login of the app, which owns nothing.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -v password="$(cat /run/secrets/app_password)" <<'SQL'
create role canvass_app login password :'password';
SQL
