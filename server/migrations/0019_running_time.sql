-- The time that servers have run on this database, by clocks that cannot be set. Event queues and events age by this
-- time: if the system time changes, or the server is stopped, only the time counts in which clients could have polled.
create table running_time (
  is_only boolean primary key default true check (is_only),
  running_ms bigint not null default 0,
  -- Every event queue counts as used at this time.
  renewed_ms bigint not null default 0
);
insert into running_time default values;

alter table event_queue
  -- Time of the last poll, in running time. Processes of earlier releases read `last_used_at`.
  add column used_ms bigint not null default 0,
  -- End of the time in which a poll waits on the queue, as far as the process with this id knows. The process extends
  -- it while the poll waits.
  add column held_until_ms bigint not null default 0,
  add column held_by uuid;
create index event_queue_by_age on event_queue (used_ms);
drop index event_queue_by_use;

-- Events of an organization up to this one had been written at this running time.
create table event_age (
  realm_id int not null references realm,
  running_ms bigint not null,
  event_id bigint not null,
  primary key (realm_id, running_ms)
);
drop index event_by_age;
