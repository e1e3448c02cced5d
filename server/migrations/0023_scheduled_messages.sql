-- Messages that wait for their time, and reminders of messages, which the notification bot delivers. Their ids are not those of
-- the messages that they become.
create table scheduled_message (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  sender_id int not null references account,
  -- Where it goes: to a channel, or to a direct conversation of these people, the sender among them, ascending.
  channel_id int references channel,
  user_ids int[],
  topic text not null default '',
  content text not null,
  rendered_content text not null,
  -- The program that it was scheduled with.
  client text not null,
  read_by_sender boolean not null default false,
  deliver_at timestamptz not null,
  -- Grows with each edit, so that what was read before is not delivered.
  revision int not null default 0,
  -- Delivery was refused; it waits for another time.
  is_failed boolean not null default false,
  -- The message that it has become, whose text is not kept here as well.
  message_id bigint,
  -- Of reminders alone: the message that is meant, which may be gone, and what its reader noted.
  target_id bigint,
  note text not null default '',
  check ((channel_id is null) <> (user_ids is null))
);
create index scheduled_message_due on scheduled_message (deliver_at, id) where message_id is null and not is_failed;
create index scheduled_message_waiting on scheduled_message (sender_id, deliver_at, id) where message_id is null;
create index scheduled_message_delivered on scheduled_message (deliver_at) where message_id is not null;
