-- Passkeys (WebAuthn credentials): users log in with them instead of a password, or in addition to it.
create table passkey (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  user_id int not null references account,
  -- The authenticator's own id of the credential.
  credential_id bytea not null,
  -- In COSE format. It only verifies signatures, so it cannot be used to log in.
  public_key bytea not null,
  -- The authenticator's counter of signatures, if it has one. A lower value than before means that the passkey was
  -- copied.
  sign_count bigint not null,
  -- How browsers reach the authenticator, as reported by the browser.
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  -- Null: never.
  last_used_at timestamptz,
  unique (realm_id, credential_id)
);
create index passkey_by_user on passkey (user_id);
