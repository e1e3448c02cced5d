-- Sessions open the API: their owners see them, and end them one by one.
alter table web_session
  add column id int generated always as identity unique,
  -- By which way its owner came in, as `authentication_methods` of the organization names it.
  add column method text not null default 'Email',
  -- What people call the program; '' where it is not known.
  add column client text not null default '',
  -- Where it was last used: an IPv4 address or the 64 bits of an IPv6 network; '' where it is not known.
  add column network text not null default '',
  -- To a few minutes.
  add column last_used_at timestamptz not null default now();

-- With what a queue was opened that may end before its account does, such as `session:7`; null: with the account's key.
alter table event_queue add column pass text;
create index event_queue_by_pass on event_queue (pass) where pass is not null;
