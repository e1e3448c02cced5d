-- From here on the ids of events are multiples of 2^18. The ids in between are for what a queue receives without an event of its
-- own in the log (docs/events.md). Clients of the queues that there are have ids from before, and register again.
delete from event_queue;
-- A process of an earlier release that still runs must not write an event whose id a client may have received already.
alter table event add constraint event_id_is_spaced check (id % 262144 = 0) not valid;
