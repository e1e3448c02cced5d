-- Where mail to a channel goes: one address for each person who asked for one and each sender in whose name it is posted.
create table channel_address (
  channel_id int not null references channel,
  creator_id int not null references account,
  sender_id int not null references account,
  -- The secret part of the address: whoever has it may write.
  token text not null unique,
  created_at timestamptz not null,
  primary key (channel_id, creator_id, sender_id)
);

-- Null: nobody deleted the message, its time was over.
alter table deleted_message alter column deleter_id drop not null;

-- The organization's channels and conversations, one after the other.
create index recipient_by_realm on recipient (realm_id, id);

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
