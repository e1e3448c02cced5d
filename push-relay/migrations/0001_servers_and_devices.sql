-- Chat servers that use this relay. Only hashes of their keys are stored.
create table remote_server (
  id integer generated always as identity primary key,
  org_id uuid not null unique,
  key_hash bytea not null,
  hostname text not null,
  contact_email text not null,
  created_at timestamptz not null default now(),
  deactivated_at timestamptz
);

create unique index remote_server_hostname on remote_server (lower(hostname)) where deactivated_at is null;

-- Their organizations, with the ids that they chose for the relay.
create table remote_realm (
  id integer generated always as identity primary key,
  server_id integer not null references remote_server on delete cascade,
  uuid uuid not null unique,
  owner_secret_hash bytea not null,
  deactivated boolean not null
);

create index remote_realm_server on remote_realm (server_id);

-- Phones whose notifications are encrypted. The row of an unregistered phone stays, so that its server can be notified.
create table device (
  id integer generated always as identity primary key,
  realm_id integer not null references remote_realm on delete cascade,
  push_account_id bigint not null,
  token text not null,
  token_hash bytea not null,
  token_kind text not null check (token_kind in ('apns', 'fcm')),
  ios_app_id text,
  created_at timestamptz not null default now(),
  expired_at timestamptz
);

-- Unique by the token's SHA-256, because a token may be too long for a database index.
create unique index device_token on device (realm_id, push_account_id, token_kind, token_hash);

-- Phones whose notifications the relay can read.
create table plain_device (
  id integer generated always as identity primary key,
  realm_id integer not null references remote_realm on delete cascade,
  user_uuid uuid not null,
  token text not null,
  token_hash bytea not null,
  token_kind text not null check (token_kind in ('apns', 'fcm')),
  ios_app_id text,
  created_at timestamptz not null default now()
);

create unique index plain_device_token on plain_device (realm_id, user_uuid, token_kind, token_hash);
