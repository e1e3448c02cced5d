-- The log: what clients must hear of, in commit order.
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

-- A queue is a cursor over the log.
create table event_queue (
  id text primary key,
  realm_id int not null references realm,
  user_id int not null references account,
  -- Types, narrow, capabilities and the like, as registered.
  options json not null,
  -- Events after this one belong to the queue.
  start_event_id bigint not null,
  -- Acknowledged by the client; written now and then, so it may lag behind.
  acked_event_id bigint not null,
  last_used_at timestamptz not null,
  created_at timestamptz not null
) with (fillfactor = 70);
create index event_queue_by_user on event_queue (user_id);
create index event_queue_by_use on event_queue (last_used_at);
create index event_queue_by_progress on event_queue (realm_id, acked_event_id);
