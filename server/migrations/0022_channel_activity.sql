-- Whether a message was sent in the last 180 days, and the number of messages per week (null while the channel is new).
-- Both are as last computed, which is what clients have received.
alter table channel add column is_recently_active boolean not null default true;
alter table channel add column weekly_traffic int;
update channel set is_recently_active = false
where coalesce(last_message_at, created_at) < now() - interval '180 days';
