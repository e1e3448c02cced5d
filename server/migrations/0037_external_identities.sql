-- Accounts at identity providers with which users log in.
create table external_identity (
  realm_id int not null references realm,
  -- The kind and the issuer of the provider. They stay the same when the provider is renamed.
  issuer text not null,
  -- The issuer's permanent id of the user.
  subject text not null,
  user_id int not null references account,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (realm_id, issuer, subject)
);
-- An account has at most one identity at each provider.
create unique index external_identity_by_user on external_identity (user_id, issuer);

-- Steps of logins that take several pages, and assertions that must not be used twice.
create table login_step (
  -- SHA-256 of the kind of step, the organization and a token of the browser or the provider.
  token_hash bytea primary key,
  realm_id int not null references realm,
  -- SHA-256 of the value that binds the step to a browser. Null: any browser can complete it.
  browser_hash bytea,
  data jsonb not null,
  expires_at timestamptz not null
);
create index login_step_by_end on login_step (expires_at);

-- True if an identity provider has confirmed the user, who may therefore join without being invited by a user.
alter table invitation add column is_vouched_for boolean not null default false;
