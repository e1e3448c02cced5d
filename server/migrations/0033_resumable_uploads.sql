-- Uploads that can be resumed after an interruption, and for some time those that are complete.
create table resumable_upload (
  id int generated always as identity primary key,
  -- The last part of the upload's URL, which cannot be guessed.
  token text not null unique,
  realm_id int not null references realm,
  owner_id int not null references account,
  -- Metadata from the client, as sent: among others, the file's name.
  metadata text not null,
  -- Announced and received size, in bytes.
  size bigint not null,
  received bigint not null default 0,
  expires_at timestamptz not null,
  -- The path of the file without `/user_uploads/`, when it is complete.
  path_id text
);
create index resumable_upload_by_expiry on resumable_upload (expires_at);

-- The parts of uploads in the file store.
create table resumable_upload_piece (
  upload_id int not null references resumable_upload on delete cascade,
  -- Position of the part in the file.
  start bigint not null,
  stored_name text collate "C" not null unique,
  primary key (upload_id, start)
);
