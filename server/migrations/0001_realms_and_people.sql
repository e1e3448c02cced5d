-- Facts about this installation, such as the fingerprint of its secret.
create table server_fact (
  key text primary key,
  value text not null
);

create table realm (
  id int generated always as identity primary key,
  -- '' is the organization at the server's own host. Null is the server's own realm, which contains the system bots.
  subdomain text unique nulls not distinct,
  -- The organization's own host name, if it is not a subdomain of the server's host.
  host text unique,
  name text not null,
  description text not null default '',
  created_at timestamptz not null,
  deactivated_at timestamptz,
  -- Settings that differ from the defaults declared in code.
  settings jsonb not null default '{}',
  -- Default settings of new users, if they differ from the defaults declared in code.
  user_settings_defaults jsonb not null default '{}'
);

-- One row per realm. The last statement of each write locks it, so that ids are in the order of commits.
create table realm_counter (
  realm_id int primary key references realm,
  last_event_id bigint not null default 0,
  last_message_id bigint not null default 0
) with (fillfactor = 50);

create table account (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  -- The email address. `email_key` is the same in lower case.
  delivery_email text not null,
  email_key text not null,
  full_name text not null,
  name_key text not null,
  -- 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest
  role smallint not null check (role in (100, 200, 300, 400, 600)),
  -- Null for users who are not bots; 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded
  bot_type smallint check (bot_type between 1 and 4),
  bot_owner_id int references account,
  is_active boolean not null default true,
  date_joined timestamptz not null,
  timezone text not null default '',
  -- Random name of the uploaded avatar. Null: the avatar is computed from the email address.
  avatar_name text,
  avatar_version int not null default 1,
  password_hash text,
  -- API keys are derived from the server's secret and this number. Increasing it invalidates the old key.
  api_key_version int not null default 1,
  -- Rights that only the server's operators grant.
  can_create_users boolean not null default false,
  -- Settings that differ from the defaults declared in code.
  settings jsonb not null default '{}',
  -- The email address is first, because logins search for it in all organizations.
  unique (email_key, realm_id)
);
create index account_by_name on account (realm_id, name_key);
create index account_by_owner on account (bot_owner_id) where bot_owner_id is not null;

-- Recent failed logins, counted to prevent password guessing.
create table login_failure (
  realm_id int not null references realm,
  username_key text not null,
  at timestamptz not null
);
create index login_failure_by_username on login_failure (realm_id, username_key, at);
create index login_failure_by_age on login_failure (at);

create table user_group (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  -- Null: the unnamed group that is the value of one group setting.
  name text,
  name_key text,
  description text not null default '',
  is_system boolean not null default false,
  is_deactivated boolean not null default false,
  creator_id int references account,
  created_at timestamptz,
  unique (realm_id, name_key)
);

create table user_group_member (
  group_id int not null references user_group on delete cascade,
  user_id int not null references account,
  primary key (group_id, user_id)
);
create index user_group_member_by_user on user_group_member (user_id, group_id);

create table user_group_subgroup (
  group_id int not null references user_group on delete cascade,
  subgroup_id int not null references user_group,
  primary key (group_id, subgroup_id)
);
create index user_group_subgroup_by_subgroup on user_group_subgroup (subgroup_id, group_id);

-- Group settings that differ from the defaults declared in code.
create table group_setting (
  scope text not null check (scope in ('realm', 'channel', 'group')),
  scope_id int not null,
  setting text not null,
  group_id int not null references user_group,
  primary key (scope, scope_id, setting)
);
create index group_setting_by_group on group_setting (group_id);
