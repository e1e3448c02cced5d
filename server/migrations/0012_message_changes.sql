-- When the content of a message was changed last, and when it was moved last; resolving a topic is no move.
alter table message add column edited_at timestamptz;
alter table message add column moved_at timestamptz;
-- Whether there are rows of `message_edit`.
alter table message add column is_changed boolean not null default false;
-- Came from another channel: news to nobody where it is now, so it is unread only by an exception.
alter table message add column is_settled boolean not null default false;

-- What each change of a message replaced; null where it left things as they were.
create table message_edit (
  id bigint generated always as identity primary key,
  message_id bigint not null references message on delete cascade,
  user_id int not null references account,
  edited_at timestamptz not null,
  prev_content text,
  prev_rendered_content text,
  prev_topic text,
  topic text,
  prev_channel_id int,
  channel_id int
);
create index message_edit_by_message on message_edit (message_id, id);

-- Where messages were before: those who received them there go on hearing of them where everybody may read them.
create table message_former_place (
  message_id bigint not null references message on delete cascade,
  recipient_id int not null references recipient,
  primary key (message_id, recipient_id)
);
create index message_former_place_by_place on message_former_place (recipient_id, message_id);

-- Deleted messages are kept for a while, for the server's operators: everything that was stored of them.
create table deleted_message (
  id bigint primary key,
  realm_id int not null references realm,
  deleted_at timestamptz not null,
  deleter_id int not null references account,
  content json not null
);
create index deleted_message_by_age on deleted_message (deleted_at);

-- Of messages that are deleted or moved.
create index unread_exception_by_message on unread_exception (message_id);
