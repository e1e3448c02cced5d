-- Rows of `unread_exception` in a form that takes less: one row for the exceptions of a user among 1,024 consecutive message ids.
-- A job packs those of users who have many.
create table unread_exception_chunk (
  user_id int not null references account,
  -- Chunk c has messages from c * 1024 on.
  chunk int not null,
  -- Ascending; all of them exist.
  message_ids bigint[] not null,
  primary key (user_id, chunk)
);
create index unread_exception_chunk_by_chunk on unread_exception_chunk (chunk);
