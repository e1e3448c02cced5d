-- Credentials of WebAuthn: their owners sign in with them instead of a password, or beside one.
create table passkey (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  user_id int not null references account,
  -- As the authenticator names it.
  credential_id bytea not null,
  -- In COSE's form. It only checks: nobody can sign in with it.
  public_key bytea not null,
  -- Of the authenticator, if it counts; a lower one than before comes from a copy.
  sign_count bigint not null,
  -- How browsers reach the authenticator, as they name it.
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  -- Null: never.
  last_used_at timestamptz,
  unique (realm_id, credential_id)
);
create index passkey_by_user on passkey (user_id);
