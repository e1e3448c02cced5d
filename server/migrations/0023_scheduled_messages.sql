-- Scheduled messages, and reminders about messages, which the notification bot delivers. Their ids differ from those of
-- the messages that are sent.
create table scheduled_message (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  sender_id int not null references account,
  -- Destination: a channel, or a direct message conversation of these users, including the sender, in ascending order.
  channel_id int references channel,
  user_ids int[],
  topic text not null default '',
  content text not null,
  rendered_content text not null,
  -- Name of the client with which the message was scheduled.
  client text not null,
  read_by_sender boolean not null default false,
  deliver_at timestamptz not null,
  -- Increases with each edit, so that a version that was read before the edit is not delivered.
  revision int not null default 0,
  -- True if delivery was rejected. The message waits for a new time.
  is_failed boolean not null default false,
  -- Id of the sent message. The text is then no longer stored here.
  message_id bigint,
  -- For reminders: id of the message, which may be deleted, and the user's note.
  target_id bigint,
  note text not null default '',
  check ((channel_id is null) <> (user_ids is null))
);
create index scheduled_message_due on scheduled_message (deliver_at, id) where message_id is null and not is_failed;
create index scheduled_message_waiting on scheduled_message (sender_id, deliver_at, id) where message_id is null;
create index scheduled_message_delivered on scheduled_message (deliver_at) where message_id is not null;
