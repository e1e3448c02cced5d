-- How users want to be shown topics; one that is shown as its channel has no row.
create table user_topic (
  user_id int not null references account,
  channel_id int not null references channel,
  -- Topics are the same where their keys are: the topic in lower case.
  topic_key text not null,
  topic text not null,
  -- 1 muted, 2 unmuted, 3 followed
  policy smallint not null check (policy between 1 and 3),
  updated_at timestamptz not null,
  primary key (user_id, channel_id, topic_key)
);
create index user_topic_by_topic on user_topic (channel_id, topic_key);

-- When somebody was muted, in message ids, exclusive at the start and inclusive at the end; an end of null means that it
-- goes on. What was written meanwhile counts as read by whoever muted its sender.
create table muted_user_period (
  user_id int not null references account,
  muted_user_id int not null references account,
  muted_at timestamptz not null,
  from_message_id bigint not null,
  to_message_id bigint,
  primary key (user_id, muted_user_id, from_message_id)
);
create unique index muted_user on muted_user_period (muted_user_id, user_id) where to_message_id is null;

-- Words at which users want to be alerted.
create table alert_word (
  -- In the order in which they were added.
  id int generated always as identity primary key,
  realm_id int not null references realm,
  user_id int not null references account,
  word text not null,
  -- The word in lower case; two are the same where these are.
  word_key text not null,
  -- How it begins, in lower case, up to where a word can end: texts are looked up by this.
  start_key text not null,
  unique (user_id, word_key)
);
create index alert_word_by_start on alert_word (realm_id, start_key);
