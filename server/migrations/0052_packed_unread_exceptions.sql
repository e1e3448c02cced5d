-- Rows of `unread_exception` in a compact form: one row for a user's exceptions among 1,024 consecutive message ids. A
-- job packs the exceptions of users who have many.
create table unread_exception_chunk (
  user_id int not null references account,
  -- Chunk c starts with message c * 1024.
  chunk int not null,
  -- Ascending. All these messages exist.
  message_ids bigint[] not null,
  primary key (user_id, chunk)
);
create index unread_exception_chunk_by_chunk on unread_exception_chunk (chunk);
