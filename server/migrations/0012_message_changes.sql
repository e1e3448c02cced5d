-- Times of the last edit and of the last move of a message. Resolving a topic is not a move.
alter table message add column edited_at timestamptz;
alter table message add column moved_at timestamptz;
-- True if `message_edit` contains rows for the message.
alter table message add column is_changed boolean not null default false;
-- True if the message was moved from another channel. Such a message does not count as unread by itself; it is unread
-- only with an exception.
alter table message add column is_settled boolean not null default false;

-- The former values that each change of a message replaced. Null if the value did not change.
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

-- Former conversations of messages. Users who received a message there continue to receive its events if all users may
-- read the former channel.
create table message_former_place (
  message_id bigint not null references message on delete cascade,
  recipient_id int not null references recipient,
  primary key (message_id, recipient_id)
);
create index message_former_place_by_place on message_former_place (recipient_id, message_id);

-- Deleted messages with all their data. They are stored for some time for the server's operators.
create table deleted_message (
  id bigint primary key,
  realm_id int not null references realm,
  deleted_at timestamptz not null,
  deleter_id int not null references account,
  content json not null
);
create index deleted_message_by_age on deleted_message (deleted_at);

-- Used when messages are deleted or moved.
create index unread_exception_by_message on unread_exception (message_id);
