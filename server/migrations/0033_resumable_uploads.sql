-- Files on their way in that can be taken up again where they were broken off, and for a while those that have come in.
create table resumable_upload (
  id int generated always as identity primary key,
  -- The end of its address: nobody guesses it.
  token text not null unique,
  realm_id int not null references realm,
  owner_id int not null references account,
  -- What its sender says of it, as it was sent: its name among other things.
  metadata text not null,
  -- What was announced, and what has come in, in bytes.
  size bigint not null,
  received bigint not null default 0,
  expires_at timestamptz not null,
  -- The address of the file without `/user_uploads/`, once it is whole.
  path_id text
);
create index resumable_upload_by_expiry on resumable_upload (expires_at);

-- What of them is in the file store, in pieces.
create table resumable_upload_piece (
  upload_id int not null references resumable_upload on delete cascade,
  -- Where in the file it begins.
  start bigint not null,
  stored_name text collate "C" not null unique,
  primary key (upload_id, start)
);
