#!/bin/sh
# Makes the two users and their database, as rights.sql describes them, when the volume of the database is made.
set -eu
secrets=${SECRETS:-/run/secrets}
psql --quiet --set=ON_ERROR_STOP=1 --username=postgres <<SQL
create role reelcast_owner login password '$(cat "$secrets/owner_password")';
create role reelcast login password '$(cat "$secrets/database_password")';
create database reelcast owner reelcast_owner;
SQL
psql --quiet --set=ON_ERROR_STOP=1 --username=postgres --dbname=reelcast < "${RIGHTS:-/reelcast/rights.sql}"
