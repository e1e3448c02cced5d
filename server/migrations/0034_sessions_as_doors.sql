-- Sessions give access to the API. Users can list their sessions, and end each of them.
alter table web_session
  add column id int generated always as identity unique,
  -- The login method, as named in the organization's `authentication_methods`.
  add column method text not null default 'Email',
  -- Name of the client, for display; '' if unknown.
  add column client text not null default '',
  -- Network of the last request: an IPv4 address or the 64 bits of an IPv6 network; '' if unknown.
  add column network text not null default '',
  -- Accurate to a few minutes.
  add column last_used_at timestamptz not null default now();

-- The credential with which the queue was registered, if it may end before the account does, such as `session:7`. Null:
-- the account's API key.
alter table event_queue add column pass text;
create index event_queue_by_pass on event_queue (pass) where pass is not null;
