#!/bin/sh
# Creates the role and the database of the service. The Postgres image runs this once, on an empty volume. The role is not
# a superuser and cannot create databases or roles. psql reads the password from its file, so no command line shows it.
psql --username="$POSTGRES_USER" --dbname=postgres --no-psqlrc --set=ON_ERROR_STOP=1 <<'SQL'
\set password `cat /run/secrets/database_password`
create role foyer login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
create database foyer owner foyer;
revoke all on database foyer from public;
SQL
