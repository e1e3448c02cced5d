-- Files of exports are in the file store. Earlier ones were in the database, and must be created again.
drop table realm_export_part;
update realm_export set deleted_at = now() where finished_at is not null and deleted_at is null;

alter table realm_export
  -- Size of the file in bytes. Null while there is no file.
  add column size bigint,
  -- Number of started attempts to create the file.
  add column tries int not null default 0;
