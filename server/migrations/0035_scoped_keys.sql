-- Keys beside an account's own one, which can do less and may end.
create table scoped_key (
  id int generated always as identity primary key,
  user_id int not null references account,
  name text not null,
  -- SHA-256 of the key.
  key_hash bytea not null unique,
  is_read_only boolean not null,
  -- As the reference names them, such as `POST /messages`; null: all.
  operations text[],
  -- Null: all channels, and what is in none.
  channel_ids int[],
  created_at timestamptz not null,
  -- Null: never.
  expires_at timestamptz,
  -- To a few minutes; null: never.
  last_used_at timestamptz
);
create index scoped_key_by_user on scoped_key (user_id);
create index scoped_key_by_end on scoped_key (expires_at) where expires_at is not null;
