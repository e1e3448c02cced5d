-- Files that people have uploaded. Their content is in the file store, under the name that `path_id` begins with.
create table attachment (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  owner_id int not null references account,
  -- Its address without `/user_uploads/`.
  path_id text collate "C" not null unique,
  name text not null,
  content_type text not null,
  size bigint not null,
  created_at timestamptz not null,
  -- Since when no message has linked to it; null: one does.
  unclaimed_since timestamptz
);
create index attachment_by_owner on attachment (owner_id, id);
create index attachment_unclaimed on attachment (unclaimed_since) where unclaimed_since is not null;

-- Messages that link to files, of which each belonged to those who could see the file when they wrote them.
create table attachment_message (
  attachment_id int not null references attachment on delete cascade,
  message_id bigint not null references message on delete cascade,
  primary key (attachment_id, message_id)
);
create index attachment_message_by_message on attachment_message (message_id, attachment_id);

-- What an organization's files come to, in bytes. No row: it has none.
create table upload_space (
  realm_id int primary key references realm,
  used bigint not null
);
