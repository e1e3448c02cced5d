-- From this release on, the ids of events are multiples of 2^18. A queue uses the ids in between for events that are
-- not in the log (docs/events.md). Clients of existing queues have older ids, and must register again.
delete from event_queue;
-- A process of an earlier release that still runs must not write an event whose id a client may have received already.
alter table event add constraint event_id_is_spaced check (id % 262144 = 0) not valid;
