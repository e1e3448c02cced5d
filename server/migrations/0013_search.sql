-- What search looks through: one row a message, written soon after it was sent, and anew in the transaction that
-- changes its text or its place.
create table message_search (
  message_id bigint primary key references message on delete cascade,
  recipient_id int not null references recipient,
  -- In lower case: what readers see of the content, the topic, and the Markdown where it is not just what they see.
  body text not null,
  topic text not null,
  source text not null,
  -- The stems of its words, with a space before and after each.
  stems text not null,
  -- Everything by which it is found: see search/lexemes.ts.
  lexemes tsvector not null
);
-- What is asked of this column is never worth a look at the whole table, whatever its statistics would say.
alter table message_search alter column lexemes set statistics 0;
-- Only the index needs it: of long messages it is kept apart from the rest of the row.
alter table message_search alter column lexemes set storage external;
alter table message_search set (toast_tuple_target = 1024);
create index message_search_by_lexeme on message_search using gin (lexemes) with (gin_pending_list_limit = 2048);

-- Up to which message each organization's messages have rows there. Those after it are looked at one by one.
create table search_progress (
  realm_id int primary key references realm,
  indexed_up_to bigint not null
);

-- Messages that changed together, in such numbers that their rows there are written anew only afterwards. Until then they
-- are looked at one by one.
create table search_stale (
  message_id bigint primary key references message on delete cascade,
  realm_id int not null references realm
);
create index search_stale_by_realm on search_stale (realm_id, message_id);
