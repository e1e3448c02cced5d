create table reaction (
  -- In the order in which people reacted.
  id bigint generated always as identity primary key,
  message_id bigint not null references message on delete cascade,
  user_id int not null references account,
  reaction_type text not null check (reaction_type in ('unicode_emoji', 'realm_emoji', 'service_extra_emoji')),
  -- What the emoji is within its type; the name is one of several that it may have.
  emoji_code text not null,
  emoji_name text not null,
  unique (message_id, user_id, reaction_type, emoji_code)
);

alter table message add column has_reaction boolean not null default false;
create index message_with_reaction on message (recipient_id, id) where has_reaction;

-- What a widget in a message is made of: the first is what it began as, the others are steps taken in it since.
create table submessage (
  id int generated always as identity primary key,
  message_id bigint not null references message on delete cascade,
  sender_id int not null references account,
  msg_type text not null,
  -- JSON text, as it was sent.
  content text not null
);
create index submessage_by_message on submessage (message_id, id);
