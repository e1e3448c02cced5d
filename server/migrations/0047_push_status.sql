-- The push relay's last report of whether it serves an organization. Without a report, notifications are sent.
create table push_status (
  realm_id int primary key references realm,
  can_push boolean not null,
  -- UNIX seconds. Null: no end is known.
  ends_at bigint
);
