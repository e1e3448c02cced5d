-- The event log: everything that clients are notified about, in the order of commits.
create table event (
  realm_id int not null references realm,
  id bigint not null,
  type text not null,
  audience json not null,
  payload json not null,
  created_at timestamptz not null default now(),
  primary key (realm_id, id)
);
create index event_by_age on event (created_at);

-- An event queue is a cursor over the log.
create table event_queue (
  id text primary key,
  realm_id int not null references realm,
  user_id int not null references account,
  -- The options of the registration, such as event types, narrow and capabilities.
  options json not null,
  -- The queue contains events after this one.
  start_event_id bigint not null,
  -- The last event that the client has acknowledged. It is written from time to time, so it may be behind.
  acked_event_id bigint not null,
  last_used_at timestamptz not null,
  created_at timestamptz not null
) with (fillfactor = 70);
create index event_queue_by_user on event_queue (user_id);
create index event_queue_by_use on event_queue (last_used_at);
create index event_queue_by_progress on event_queue (realm_id, acked_event_id);
