import { sql, type RawBuilder } from "kysely";

/* Exceptions are stored in two ways. New ones have a row each (`unread_exception`), so that writers need not wait for
   each other. Those of users with many exceptions are packed (`unread_exception_chunk`), so that the number of rows is
   bounded by the number of messages and not by how many were left unread. Queries check both. An exception may be in
   both. */

/** Number of message ids that one row of packed exceptions covers. */
export const MESSAGES_PER_EXCEPTION_CHUNK = 1024;

const chunkOfInSql = (messageId: RawBuilder<unknown>): RawBuilder<number> =>
  sql`${messageId} / ${sql.lit(MESSAGES_PER_EXCEPTION_CHUNK)}`;

/** Condition that a row of `unread_exception_chunk` contains a message. */
const hasMessageInSql = (messageId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  unread_exception_chunk.chunk = ${chunkOfInSql(messageId)} and ${messageId} = any(unread_exception_chunk.message_ids)
)`;

/** Condition that a row of `message` is an exception for a user. */
export const isExceptionInSql = (userId: RawBuilder<number>): RawBuilder<boolean> => sql`(
  exists (
    select from unread_exception
    where unread_exception.user_id = ${userId} and unread_exception.message_id = message.id
  ) or exists (
    select from unread_exception_chunk
    where unread_exception_chunk.user_id = ${userId} and ${hasMessageInSql(sql`message.id`)}
  )
)`;

/** Joins the exceptions of a user to rows of `message`, for `isJoinedExceptionInSql`. */
export const joinExceptionsInSql = (userId: number): RawBuilder<unknown> => sql`
  left join unread_exception
    on unread_exception.user_id = ${userId} and unread_exception.message_id = message.id
  left join unread_exception_chunk
    on unread_exception_chunk.user_id = ${userId} and unread_exception_chunk.chunk = ${chunkOfInSql(sql`message.id`)}`;

/** The same condition as `isExceptionInSql`, for joined rows. */
export const isJoinedExceptionInSql = sql<boolean>`(
  unread_exception.message_id is not null or coalesce(message.id = any(unread_exception_chunk.message_ids), false)
)`;

/** Query for the exceptions of a user: `message_id`. */
export const userExceptionsInSql = (userId: number): RawBuilder<unknown> => sql`
  select message_id from unread_exception where user_id = ${userId}
  union
  ${userPackedExceptionsInSql(userId)}`;

/** Query for a user's packed exceptions. */
export const userPackedExceptionsInSql = (userId: number): RawBuilder<unknown> => sql`
  select unnest(message_ids) as message_id from unread_exception_chunk where user_id = ${userId}`;

/** Query for the users for whom a message is an exception: `user_id`. */
export const usersWithExceptionInSql = (messageId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select user_id from unread_exception where message_id = ${messageId}
  union
  select user_id from unread_exception_chunk where ${hasMessageInSql(messageId)}`;

/** Condition that a row of `unread_exception_chunk` covers any of the messages. */
export const isInChunksOfInSql = (messageIds: readonly number[]): RawBuilder<boolean> => {
  const chunks = [...new Set(messageIds.map((id) => Math.floor(id / MESSAGES_PER_EXCEPTION_CHUNK)))];
  return sql`unread_exception_chunk.chunk = any(${chunks}::int[])`;
};
