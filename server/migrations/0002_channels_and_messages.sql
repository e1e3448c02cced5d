-- The recipients of messages: a channel's subscribers, or the members of a direct message conversation. The id is
-- `recipient_id` on the wire.
create table recipient (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  -- Sorted user ids of a direct message conversation, hashed if the list is long. Null for a channel.
  direct_key text,
  unique (realm_id, direct_key)
);

create table channel (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  recipient_id int not null unique references recipient,
  name text not null,
  name_key text not null,
  description text not null default '',
  rendered_description text not null default '',
  creator_id int references account,
  created_at timestamptz not null,
  invite_only boolean not null default false,
  is_web_public boolean not null default false,
  history_public_to_subscribers boolean not null default true,
  -- Null: the organization's setting; -1: unlimited
  message_retention_days int,
  topics_policy text not null default 'inherit'
    check (topics_policy in ('inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only')),
  folder_id int,
  is_archived boolean not null default false,
  is_default boolean not null default false,
  first_message_id bigint,
  last_message_at timestamptz,
  -- Number of active accounts with an active subscription.
  subscriber_count int not null default 0,
  unique (realm_id, name_key)
);

create table subscription (
  user_id int not null references account,
  channel_id int not null references channel,
  recipient_id int not null references recipient,
  is_active boolean not null,
  color text not null,
  is_muted boolean not null default false,
  pin_to_top boolean not null default false,
  -- Null: the user's own settings apply.
  desktop_notifications boolean,
  audible_notifications boolean,
  push_notifications boolean,
  email_notifications boolean,
  wildcard_mentions_notify boolean,
  -- The user's watermark in the channel: messages up to this id count as read.
  read_up_to bigint not null default 0,
  primary key (user_id, channel_id)
);
create index subscription_by_channel on subscription (channel_id, user_id) where is_active;

-- The periods in which users were subscribed, in message ids and in event ids. The start is exclusive and the end
-- inclusive; a null end means that the subscription is active.
create table subscription_period (
  user_id int not null references account,
  recipient_id int not null references recipient,
  from_message_id bigint not null,
  to_message_id bigint,
  from_event_id bigint not null,
  to_event_id bigint,
  primary key (user_id, recipient_id, from_event_id)
);
create index subscription_period_by_recipient on subscription_period (recipient_id, user_id);

create table direct_member (
  user_id int not null references account,
  recipient_id int not null references recipient,
  read_up_to bigint not null default 0,
  primary key (user_id, recipient_id)
);
create index direct_member_by_recipient on direct_member (recipient_id, user_id);

create sequence message_id;

create table message (
  id bigint primary key,
  realm_id int not null references realm,
  recipient_id int not null references recipient,
  sender_id int not null references account,
  topic text not null,
  -- Two topics are the same if their keys are equal. The key is the topic in lower case.
  topic_key text not null,
  content text not null,
  rendered_content text not null,
  sent_at timestamptz not null,
  client text not null,
  mentions_channel boolean not null default false,
  has_link boolean not null default false,
  has_image boolean not null default false,
  has_attachment boolean not null default false
);
create index message_by_recipient on message (recipient_id, id);
create index message_by_topic on message (recipient_id, topic_key, id);
create index message_by_realm on message (realm_id, id);
create index message_by_sender on message (recipient_id, sender_id, id);
create index message_that_mentions_channel on message (recipient_id, id) where mentions_channel;
create index message_resolved on message (recipient_id, id) where starts_with(topic, '✔ ');
create index message_with_link on message (recipient_id, id) where has_link;
create index message_with_image on message (recipient_id, id) where has_image;
create index message_with_attachment on message (recipient_id, id) where has_attachment;

-- Flags other than `read`, for the few users whom they affect. Bits: see messages/read-state/flags/message-flags.ts.
create table message_flag (
  user_id int not null references account,
  message_id bigint not null references message,
  flags int not null check (flags > 0),
  primary key (user_id, message_id)
);
create index message_flag_by_message on message_flag (message_id);
create index message_flag_starred on message_flag (user_id, message_id) where flags & 1 <> 0;
create index message_flag_connecting on message_flag (user_id, message_id) where flags & 96 <> 0;

-- Read messages above the watermarks: bit n of chunk c is message c * 4096 + n.
create table read_chunk (
  user_id int not null references account,
  chunk int not null,
  bits bytea not null check (octet_length(bits) = 512),
  primary key (user_id, chunk)
);

-- Messages that are unread although they are at or below the watermark, or although the user sent them.
create table unread_exception (
  user_id int not null references account,
  message_id bigint not null references message,
  primary key (user_id, message_id)
);

-- The first response to a request with an Idempotency-Key header.
create table idempotency_key (
  user_id int not null references account,
  key text not null,
  request_hash text not null,
  answer json not null,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_key_by_age on idempotency_key (created_at);
