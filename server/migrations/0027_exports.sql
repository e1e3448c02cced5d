-- Exports of an organization's data that administrators requested, and the parts of the files.
create table realm_export (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  acting_user_id int not null references account,
  -- 1: public data; 2: also the data that consenting users can read
  export_type smallint not null,
  -- Part of the file's URL. Anyone who knows it can download the file.
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
