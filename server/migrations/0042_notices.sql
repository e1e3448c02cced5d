-- The last event of each organization's log that was processed for notifications of users who are away.
create table notice_progress (
  realm_id int primary key references realm,
  event_id bigint not null
);
insert into notice_progress (realm_id, event_id) select realm_id, last_event_id from realm_counter;

-- Notifications of users, current and recent ones.
create table notice (
  user_id int not null references account,
  -- Not a foreign key, so that code that deletes messages does not depend on this table.
  message_id bigint not null,
  realm_id int not null references realm,
  -- Reason of the notification: see `NotificationReason`.
  occasion text not null,
  -- The group by which the user is mentioned. Null: the user is mentioned by name.
  group_id int,
  by_phone boolean not null,
  by_browser boolean not null,
  by_mail boolean not null,
  -- True until the email is created, or turns out not to be needed.
  is_to_mail boolean not null,
  created_at timestamptz not null,
  -- Time since which the notification is no longer needed, because the message was read or the user can no longer read
  -- it.
  ended_at timestamptz,
  primary key (user_id, message_id)
);
create index notice_by_message on notice (message_id);
create index notice_by_age on notice (created_at);

-- Users to whom an email about missed messages is to be sent.
create table notice_letter (
  user_id int primary key references account,
  realm_id int not null references realm,
  due_at timestamptz not null
);
create index notice_letter_by_time on notice_letter (due_at);

-- Headers of an email: the address for replies, and the link for unsubscribing.
alter table mail add column headers jsonb not null default '{}';

-- Time of the last digest email of each user.
create table digest (
  user_id int primary key references account,
  sent_at timestamptz not null
);

-- Incoming emails that are not posted yet.
create table incoming_mail (
  id bigint generated always as identity primary key,
  recipient text not null,
  -- As received, with all headers.
  letter bytea not null,
  received_at timestamptz not null
);

-- Emails that were posted recently, because mail servers may deliver an email more than once.
create table posted_mail (
  -- SHA-256 of the recipient and the email's Message-ID.
  letter bytea primary key,
  posted_at timestamptz not null
);
create index posted_mail_by_age on posted_mail (posted_at);

-- Addresses for replies to emails about missed messages.
create table reply_address (
  -- SHA-256 of the secret part.
  token bytea primary key,
  user_id int not null references account,
  -- A message of the conversation in which the reply is posted. Not a foreign key, because the message may be deleted.
  message_id bigint not null,
  created_at timestamptz not null
);
create index reply_address_by_age on reply_address (created_at);

-- Browsers that receive push notifications while no page of the client is open (Web Push).
create table push_browser (
  id bigint generated always as identity primary key,
  user_id int not null references account,
  -- URL of the push service. Anyone who knows it and the keys can send notifications to the browser.
  endpoint text not null unique,
  -- The browser's public key, and the secret that it shares with the server.
  p256dh bytea not null,
  auth bytea not null,
  created_at timestamptz not null
);
create index push_browser_by_user on push_browser (user_id, id);
