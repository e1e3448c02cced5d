-- Drafts of users. A draft has a channel, users or no recipient yet.
create table draft (
  id int generated always as identity primary key,
  user_id int not null references account,
  type text not null check (type in ('', 'stream', 'private')),
  -- The id of one channel, or ids of users.
  recipients int[] not null,
  topic text not null,
  content text not null,
  -- Whole UNIX seconds, by the clock of the user's device.
  edited_at bigint not null
);
create index draft_by_user on draft (user_id, edited_at, id);

-- Saved snippets: texts that users insert into messages.
create table saved_snippet (
  id int generated always as identity primary key,
  user_id int not null references account,
  title text not null,
  content text not null,
  created_at timestamptz not null
);
create index saved_snippet_by_user on saved_snippet (user_id, id);

-- Entries of users' sidebars.
create table navigation_view (
  id int generated always as identity primary key,
  user_id int not null references account,
  fragment text not null,
  -- Null: the fragment is one for which clients have a name.
  name text,
  is_pinned boolean not null,
  unique (user_id, fragment)
);

-- Data that bots store on the server.
create table bot_storage (
  user_id int not null references account,
  key text not null,
  -- For the index, because keys may be long.
  key_hash bytea not null,
  value text not null,
  primary key (user_id, key_hash)
);

-- Presence of users. Without a row, the user was never present, or does not share it.
create table user_presence (
  user_id int primary key references account,
  realm_id int not null references realm,
  -- Null: connected, but never active.
  active_at timestamptz,
  connected_at timestamptz not null,
  -- The last presence update of the organization that changed this row.
  update_id bigint not null
);
create index user_presence_by_update on user_presence (realm_id, update_id);

-- Number of presence updates of an organization. Each update locks this row, so updates become visible in this order.
create table presence_counter (
  realm_id int primary key references realm,
  last_update_id bigint not null
);
