-- Invitations: sent to one email address, or a link for many users. The last columns contain the result.
create table invitation (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  -- 24 characters, a-z and 2-7. Anyone who knows the key can use the invitation.
  key text not null unique,
  -- Null for a link.
  email text,
  email_key text,
  -- Null: the user signed up without an invitation.
  referrer_id int references account,
  -- The link with which a visitor requested to join with this email address. The link's properties are copied.
  link_id int references invitation,
  role smallint not null check (role in (100, 200, 300, 400, 600)),
  -- The channels to which the new user is subscribed immediately, except those that are archived or deactivated by
  -- then.
  channel_ids int[] not null default '{}',
  group_ids int[] not null default '{}',
  include_default_channels boolean not null default false,
  notify_referrer boolean not null default true,
  -- Null: the organization's own text; '': no message.
  welcome_text text,
  created_at timestamptz not null,
  -- Time of the last email. Resending updates it.
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

-- Number of invitation emails sent per request, to limit the number per day.
create table invitation_batch (
  realm_id int not null references realm,
  at timestamptz not null,
  letters int not null
);
create index invitation_batch_by_realm on invitation_batch (realm_id, at);
create index invitation_batch_by_age on invitation_batch (at);
