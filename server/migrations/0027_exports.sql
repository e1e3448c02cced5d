-- What administrators had the organization's data written down for, and the pieces of the file.
create table realm_export (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  acting_user_id int not null references account,
  -- 1: public data; 2: also what those can read who consent
  export_type smallint not null,
  -- Part of the file's address: whoever has it may fetch the file.
  token text not null,
  requested_at timestamptz not null,
  finished_at timestamptz,
  failed_at timestamptz,
  deleted_at timestamptz
);
create index realm_export_by_realm on realm_export (realm_id, requested_at);

create table realm_export_part (
  export_id int not null references realm_export,
  nth int not null,
  bytes bytea not null,
  primary key (export_id, nth)
);
