-- The data that search uses: one row per message, written soon after the message was sent, and updated in the
-- transaction that changes the message's text or conversation.
create table message_search (
  message_id bigint primary key references message on delete cascade,
  recipient_id int not null references recipient,
  -- In lower case: the content as readers see it, the topic, and the Markdown source if it differs from the visible
  -- content.
  body text not null,
  topic text not null,
  source text not null,
  -- The stems of the words, with a space before and after each.
  stems text not null,
  -- All lexemes by which the message is found: see search/lexemes.ts.
  lexemes tsvector not null
);
-- A condition on this column must never cause a scan of the whole table, whatever the statistics are.
alter table message_search alter column lexemes set statistics 0;
-- Only the index uses this column, so the values of long messages are stored separately from the rest of the row.
alter table message_search alter column lexemes set storage external;
alter table message_search set (toast_tuple_target = 1024);
create index message_search_by_lexeme on message_search using gin (lexemes) with (gin_pending_list_limit = 2048);

-- The last message of each organization that is indexed for search. Later messages are searched without the index.
create table search_progress (
  realm_id int primary key references realm,
  indexed_up_to bigint not null
);

-- Messages that were changed together in such large numbers that their index rows are updated only later. Until then,
-- they are searched without the index.
create table search_stale (
  message_id bigint primary key references message on delete cascade,
  realm_id int not null references realm
);
create index search_stale_by_realm on search_stale (realm_id, message_id);
