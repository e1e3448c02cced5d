-- Origin of the failed login: an IPv4 address or the 64 bits of an IPv6 network; '' if unknown.
alter table login_failure add column network text not null default '';
-- Failed logins are counted by name across all organizations, so that an attacker cannot start again in the next
-- organization.
create index login_failure_by_name on login_failure (username_key, at);
create index login_failure_by_network on login_failure (network, at);
drop index login_failure_by_username;

-- Networks from which users have logged in recently. Failed logins of strangers do not lock these users out there.
create table login_network (
  user_id int not null references account,
  network text not null,
  last_at timestamptz not null,
  primary key (user_id, network)
);
create index login_network_by_age on login_network (last_at);

-- Spending under rate limits by all processes of the server. The rows are not needed after a day.
create unlogged table rate_share (
  bucket text primary key,
  -- The time at which the bucket is full again.
  full_at timestamptz not null
);
create index rate_share_by_end on rate_share (full_at);

-- Rate limits of this account, in the syntax of the setting for all accounts. Null: those of all accounts apply.
alter table account add column rate_limits text;
