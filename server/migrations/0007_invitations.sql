-- A way in: sent to one address, or a link for many. What came of it is told by the last columns.
create table invitation (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  -- 24 characters, a-z and 2-7; whoever has it may use the invitation.
  key text not null unique,
  -- Null for a link.
  email text,
  email_key text,
  -- Null: somebody who signed up by themselves.
  referrer_id int references account,
  -- The link through which somebody asked to join with the address; what it offers is copied.
  link_id int references invitation,
  role smallint not null check (role in (100, 200, 300, 400, 600)),
  -- What the newcomer joins at once; what is archived or deactivated by then is left out.
  channel_ids int[] not null default '{}',
  group_ids int[] not null default '{}',
  include_default_channels boolean not null default false,
  notify_referrer boolean not null default true,
  -- Null: the organization's own; '': none.
  welcome_text text,
  created_at timestamptz not null,
  -- Last sent; moved by sending it again.
  sent_at timestamptz not null,
  -- Null: never.
  expires_at timestamptz,
  reminded_at timestamptz,
  used_at timestamptz,
  revoked_at timestamptz
);
create index invitation_by_realm on invitation (realm_id, id) where used_at is null and revoked_at is null;
create index invitation_by_referrer on invitation (referrer_id) where used_at is null and revoked_at is null;
create index invitation_by_email on invitation (realm_id, email_key) where used_at is null and revoked_at is null;
create index invitation_to_remind_of on invitation (expires_at)
  where used_at is null and revoked_at is null and reminded_at is null and email is not null;

-- How many letters went out with invitations, one row a request, so that a day's number can be bounded.
create table invitation_batch (
  realm_id int not null references realm,
  at timestamptz not null,
  letters int not null
);
create index invitation_batch_by_realm on invitation_batch (realm_id, at);
create index invitation_batch_by_age on invitation_batch (at);
