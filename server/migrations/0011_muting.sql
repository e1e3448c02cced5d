-- Visibility policies of topics for users. A topic with the channel's default policy has no row.
create table user_topic (
  user_id int not null references account,
  channel_id int not null references channel,
  -- Two topics are the same if their keys are equal. The key is the topic in lower case.
  topic_key text not null,
  topic text not null,
  -- 1 muted, 2 unmuted, 3 followed
  policy smallint not null check (policy between 1 and 3),
  updated_at timestamptz not null,
  primary key (user_id, channel_id, topic_key)
);
create index user_topic_by_topic on user_topic (channel_id, topic_key);

-- The periods in which users were muted, in message ids. The start is exclusive and the end inclusive; a null end means
-- that the user is still muted. Messages sent in the meantime count as read for the user who muted their sender.
create table muted_user_period (
  user_id int not null references account,
  muted_user_id int not null references account,
  muted_at timestamptz not null,
  from_message_id bigint not null,
  to_message_id bigint,
  primary key (user_id, muted_user_id, from_message_id)
);
create unique index muted_user on muted_user_period (muted_user_id, user_id) where to_message_id is null;

-- Alert words of users.
create table alert_word (
  -- In the order in which they were added.
  id int generated always as identity primary key,
  realm_id int not null references realm,
  user_id int not null references account,
  word text not null,
  -- The word in lower case. Two words are the same if their keys are equal.
  word_key text not null,
  -- The start of the word in lower case, up to the first place where a word can end. Texts are searched by this.
  start_key text not null,
  unique (user_id, word_key)
);
create index alert_word_by_start on alert_word (realm_id, start_key);
