-- What people have begun to write. A draft goes to one channel, or to people, or nowhere yet.
create table draft (
  id int generated always as identity primary key,
  user_id int not null references account,
  type text not null check (type in ('', 'stream', 'private')),
  -- Ids of one channel, or of people.
  recipients int[] not null,
  topic text not null,
  content text not null,
  -- Whole UNIX seconds, by the clock of whoever wrote it.
  edited_at bigint not null
);
create index draft_by_user on draft (user_id, edited_at, id);

-- Texts that people keep, to be put into messages.
create table saved_snippet (
  id int generated always as identity primary key,
  user_id int not null references account,
  title text not null,
  content text not null,
  created_at timestamptz not null
);
create index saved_snippet_by_user on saved_snippet (user_id, id);

-- Entries of people's sidebars.
create table navigation_view (
  id int generated always as identity primary key,
  user_id int not null references account,
  fragment text not null,
  -- Null: the fragment is one that clients have a name for.
  name text,
  is_pinned boolean not null,
  unique (user_id, fragment)
);

-- What programs of bots want to remember.
create table bot_storage (
  user_id int not null references account,
  key text not null,
  -- For the index: keys may be long.
  key_hash bytea not null,
  value text not null,
  primary key (user_id, key_hash)
);

-- When people were last there. Without a row, they never were, or keep it to themselves.
create table user_presence (
  user_id int primary key references account,
  realm_id int not null references realm,
  -- Null: connected, but never active.
  active_at timestamptz,
  connected_at timestamptz not null,
  -- Of the organization's updates, the last one that changed this row.
  update_id bigint not null
);
create index user_presence_by_update on user_presence (realm_id, update_id);

-- How many updates of presence an organization has had. Whoever makes one has its row locked, so they show in this order.
create table presence_counter (
  realm_id int primary key references realm,
  last_update_id bigint not null
);
