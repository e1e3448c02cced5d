-- What the push relay said last that it does for an organization. Where it has said nothing yet, it sends.
create table push_status (
  realm_id int primary key references realm,
  can_push boolean not null,
  -- UNIX seconds; null: no end is known.
  ends_at bigint
);
