-- Files of exports are in the file store. Those that were made before were in the database, and have to be made anew.
drop table realm_export_part;
update realm_export set deleted_at = now() where finished_at is not null and deleted_at is null;

alter table realm_export
  -- Of the file, in bytes; null while there is none.
  add column size bigint,
  -- How often its making has begun.
  add column tries int not null default 0;
