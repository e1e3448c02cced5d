-- Phones whose notifications are encrypted.
create table push_device (
  user_id int not null references account,
  -- A number chosen by the client.
  push_account_id bigint not null,
  token_kind text not null check (token_kind in ('apns', 'fcm')),
  -- Public key for encrypting notifications, in base64.
  push_public_key text not null,
  -- The registration that the relay receives, and the key with which it can decrypt it. Null when the relay has
  -- responded.
  bouncer_public_key text,
  encrypted_registration text,
  -- Number of failed requests to the relay.
  tries int not null default 0,
  -- The relay's id of the phone. Null until it is known.
  relay_device_id bigint,
  -- The error with which the relay rejected the phone.
  error_code text,
  primary key (user_id, push_account_id)
);

-- Phones registered by clients that do not support encryption.
create table push_token (
  user_id int not null references account,
  token_kind text not null check (token_kind in ('apns', 'fcm')),
  token text not null,
  -- Id of the app, for APNs. Null for FCM.
  app_id text,
  created_at timestamptz not null
);
-- Tokens may be too long for a database index.
create unique index push_token_once on push_token (user_id, token_kind, sha256(token::bytea));

create index push_device_by_relay_id on push_device (relay_device_id) where relay_device_id is not null;
