-- The rights of the two database users. `reelcast_owner` owns the tables and migrates them; as `reelcast` the platform runs,
-- so that it cannot remove the triggers that keep booked rows as they are. As a superuser, in the database of the platform:
--   su postgres -c 'psql --set=ON_ERROR_STOP=1 reelcast' < rights.sql
-- For tables that the owner creates later, and for those that exist:
alter default privileges for role reelcast_owner in schema public
  grant select, insert, update, delete on tables to reelcast;
grant select, insert, update, delete on all tables in schema public to reelcast;
-- For pg_dump:
alter default privileges for role reelcast_owner in schema public grant select on sequences to reelcast;
grant select on all sequences in schema public to reelcast;
