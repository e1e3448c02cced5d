-- Phones whose notices are encrypted on their way.
create table push_device (
  user_id int not null references account,
  -- A number that the client chose.
  push_account_id bigint not null,
  token_kind text not null check (token_kind in ('apns', 'fcm')),
  -- With which notices are encrypted, in base64.
  push_public_key text not null,
  -- What the relay is told, and the key by which it can read that; null once it has answered.
  bouncer_public_key text,
  encrypted_registration text,
  -- How often the relay was asked in vain.
  tries int not null default 0,
  -- By which the relay knows the phone; null until it does.
  relay_device_id bigint,
  -- Why the relay refused it.
  error_code text,
  primary key (user_id, push_account_id)
);

-- Phones as clients register them that know of no encryption.
create table push_token (
  user_id int not null references account,
  token_kind text not null check (token_kind in ('apns', 'fcm')),
  token text not null,
  -- Of the app that asked; null with fcm.
  app_id text,
  created_at timestamptz not null
);
-- Tokens may be longer than an index takes.
create unique index push_token_once on push_token (user_id, token_kind, sha256(token::bytea));

create index push_device_by_relay_id on push_device (relay_device_id) where relay_device_id is not null;
