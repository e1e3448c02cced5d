-- Files that users have uploaded. Their content is in the file store; `path_id` starts with its name there.
create table attachment (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  owner_id int not null references account,
  -- The path of the file without `/user_uploads/`.
  path_id text collate "C" not null unique,
  name text not null,
  content_type text not null,
  size bigint not null,
  created_at timestamptz not null,
  -- The time since which no message has linked to the file. Null: a message does.
  unclaimed_since timestamptz
);
create index attachment_by_owner on attachment (owner_id, id);
create index attachment_unclaimed on attachment (unclaimed_since) where unclaimed_since is not null;

-- Messages that link to files which their senders could see.
create table attachment_message (
  attachment_id int not null references attachment on delete cascade,
  message_id bigint not null references message on delete cascade,
  primary key (attachment_id, message_id)
);
create index attachment_message_by_message on attachment_message (message_id, attachment_id);

-- Used upload space of organizations, in bytes. Without a row, none is used.
create table upload_space (
  realm_id int primary key references realm,
  used bigint not null
);
