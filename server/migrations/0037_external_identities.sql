-- Accounts at identity providers by which people sign in.
create table external_identity (
  realm_id int not null references realm,
  -- The kind and the issuer of the provider: they stay when the provider is called something else.
  issuer text not null,
  -- Whom the issuer means, for ever.
  subject text not null,
  user_id int not null references account,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (realm_id, issuer, subject)
);
-- Of each provider an account has one identity.
create unique index external_identity_by_user on external_identity (user_id, issuer);

-- Where logins stand that go through several pages, and assertions that must not come twice.
create table login_step (
  -- SHA-256 of the kind of step, the organization and a token that somebody else holds.
  token_hash bytea primary key,
  realm_id int not null references realm,
  -- SHA-256 of what binds the step to a browser; null: any may take it.
  browser_hash bytea,
  data jsonb not null,
  expires_at timestamptz not null
);
create index login_step_by_end on login_step (expires_at);

-- Invitations of those whom an identity provider vouches for, and who may therefore join: nobody invited them.
alter table invitation add column is_vouched_for boolean not null default false;
