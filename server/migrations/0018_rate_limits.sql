-- From where a wrong password came: an IPv4 address or the 64 bits of an IPv6 network; '' where it is not known.
alter table login_failure add column network text not null default '';
-- Names are counted in all organizations together: whoever guesses at one need not begin anew at the next.
create index login_failure_by_name on login_failure (username_key, at);
create index login_failure_by_network on login_failure (network, at);
drop index login_failure_by_username;

-- Networks from which people have signed in of late: strangers' wrong passwords keep nobody out there.
create table login_network (
  user_id int not null references account,
  network text not null,
  last_at timestamptz not null,
  primary key (user_id, network)
);
create index login_network_by_age on login_network (last_at);

-- What the processes of the server have spent of rate limits, together. Worth nothing a day later.
create unlogged table rate_share (
  bucket text primary key,
  -- When the bucket is full again.
  full_at timestamptz not null
);
create index rate_share_by_end on rate_share (full_at);

-- Rules for this account alone, as the setting for all others takes them; null: it has those of all others.
alter table account add column rate_limits text;
