-- Whether anything was sent in the last 180 days, and how much is sent in a week (null while the channel is new): as it was
-- counted last, which is what clients were told.
alter table channel add column is_recently_active boolean not null default true;
alter table channel add column weekly_traffic int;
update channel set is_recently_active = false
where coalesce(last_message_at, created_at) < now() - interval '180 days';
