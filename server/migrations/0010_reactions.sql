create table reaction (
  -- In the order in which users reacted.
  id bigint generated always as identity primary key,
  message_id bigint not null references message on delete cascade,
  user_id int not null references account,
  reaction_type text not null check (reaction_type in ('unicode_emoji', 'realm_emoji', 'service_extra_emoji')),
  -- Identifies the emoji within its type. The name is one of possibly several names of the emoji.
  emoji_code text not null,
  emoji_name text not null,
  unique (message_id, user_id, reaction_type, emoji_code)
);

alter table message add column has_reaction boolean not null default false;
create index message_with_reaction on message (recipient_id, id) where has_reaction;

-- The data of a message's widget: the first row is the initial content, and the others are the actions since then.
create table submessage (
  id int generated always as identity primary key,
  message_id bigint not null references message on delete cascade,
  sender_id int not null references account,
  msg_type text not null,
  -- JSON text, as sent.
  content text not null
);
create index submessage_by_message on submessage (message_id, id);
