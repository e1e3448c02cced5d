-- How long servers have run on this database, by clocks that nobody sets. Event queues and events age by it: whatever is
-- done to the time of day, and however long everything was away, only time counts in which clients could have polled.
create table running_time (
  is_only boolean primary key default true check (is_only),
  running_ms bigint not null default 0,
  -- Every event queue counts as used then.
  renewed_ms bigint not null default 0
);
insert into running_time default values;

alter table event_queue
  -- When it was last polled, in running time; `last_used_at` says it to processes of earlier releases.
  add column used_ms bigint not null default 0,
  -- Until then a poll waits on it, as the process with this id knows, which says so anew while it does.
  add column held_until_ms bigint not null default 0,
  add column held_by uuid;
create index event_queue_by_age on event_queue (used_ms);
drop index event_queue_by_use;

-- Events of an organization up to this one had been written by that running time.
create table event_age (
  realm_id int not null references realm,
  running_ms bigint not null,
  event_id bigint not null,
  primary key (realm_id, running_ms)
);
drop index event_by_age;
