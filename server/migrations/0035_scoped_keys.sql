-- Scoped API keys: additional keys that allow less than the account's own key, and may expire.
create table scoped_key (
  id int generated always as identity primary key,
  user_id int not null references account,
  name text not null,
  -- SHA-256 of the key.
  key_hash bytea not null unique,
  is_read_only boolean not null,
  -- Names of operations as in the API reference, such as `POST /messages`. Null: all.
  operations text[],
  -- Null: all channels, and everything outside channels.
  channel_ids int[],
  created_at timestamptz not null,
  -- Null: never.
  expires_at timestamptz,
  -- Accurate to a few minutes. Null: never.
  last_used_at timestamptz
);
create index scoped_key_by_user on scoped_key (user_id);
create index scoped_key_by_end on scoped_key (expires_at) where expires_at is not null;
