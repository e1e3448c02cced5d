-- How far the log of each organization has been looked through for what people are told of while they are away.
create table notice_progress (
  realm_id int primary key references realm,
  event_id bigint not null
);
insert into notice_progress (realm_id, event_id) select realm_id, last_event_id from realm_counter;

-- What somebody is told of, or was a while ago.
create table notice (
  user_id int not null references account,
  -- Without a reference: whoever deletes messages need not know of this table.
  message_id bigint not null,
  realm_id int not null references realm,
  -- What the message is to them: see the occasions in notices/decision.ts.
  occasion text not null,
  -- The group by which they are mentioned, unless it is by name.
  group_id int,
  by_phone boolean not null,
  by_browser boolean not null,
  by_mail boolean not null,
  -- Until the letter is written, or it turns out that none is needed.
  is_to_mail boolean not null,
  created_at timestamptz not null,
  -- Since when there is no need of it: the message was read, or is no longer theirs to read.
  ended_at timestamptz,
  primary key (user_id, message_id)
);
create index notice_by_message on notice (message_id);
create index notice_by_age on notice (created_at);

-- Those to whom a letter is to be written.
create table notice_letter (
  user_id int primary key references account,
  realm_id int not null references realm,
  due_at timestamptz not null
);
create index notice_letter_by_time on notice_letter (due_at);

-- What of a letter is in neither body: where answers go, and where such letters are turned off.
alter table mail add column headers jsonb not null default '{}';

-- When somebody was last sent a letter that sums up what they missed.
create table digest (
  user_id int primary key references account,
  sent_at timestamptz not null
);

-- Letters that came in and are still to be posted.
create table incoming_mail (
  id bigint generated always as identity primary key,
  recipient text not null,
  -- As it came, with all its headers.
  letter bytea not null,
  received_at timestamptz not null
);

-- What was posted lately: mail servers may hand in a letter more than once.
create table posted_mail (
  -- SHA-256 of the recipient and the letter's Message-ID.
  letter bytea primary key,
  posted_at timestamptz not null
);
create index posted_mail_by_age on posted_mail (posted_at);

-- Where answers to letters about missed messages go.
create table reply_address (
  -- SHA-256 of the secret part.
  token bytea primary key,
  user_id int not null references account,
  -- A message of the conversation in which the answer is posted. Without a reference: it may be deleted.
  message_id bigint not null,
  created_at timestamptz not null
);
create index reply_address_by_age on reply_address (created_at);

-- Browsers that are told of messages while no page is open in them (Web Push).
create table push_browser (
  id bigint generated always as identity primary key,
  user_id int not null references account,
  -- Where the browser's maker takes what is to be told: whoever has it, and the keys, can tell the browser something.
  endpoint text not null unique,
  -- The browser's public key, and the secret that it shares with the server.
  p256dh bytea not null,
  auth bytea not null,
  created_at timestamptz not null
);
create index push_browser_by_user on push_browser (user_id, id);
