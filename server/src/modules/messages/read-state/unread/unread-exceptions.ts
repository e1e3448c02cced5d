import { sql, type RawBuilder } from "kysely";

/* An exception is an unread message that the user's watermark has passed, or one that does not count as unread by
   itself (see `countsAsUnreadInSql`), such as an own message that the user marked as unread. Other unread messages
   above the watermark are not stored individually. Exceptions are stored in two ways. A new exception is a row of
   `unread_exception`, so that concurrent writers do not wait for each other. The exceptions of users who have many are
   packed into arrays in `unread_exception_chunk`, so that the number of rows does not grow with the number of unread
   messages. Queries check both tables. An exception can be in both. */

/** Number of consecutive message ids whose exceptions are packed into one row. */
export const MESSAGES_PER_EXCEPTION_CHUNK = 1024;

const chunkOfInSql = (messageId: RawBuilder<unknown>): RawBuilder<number> =>
  sql`${messageId} / ${sql.lit(MESSAGES_PER_EXCEPTION_CHUNK)}`;

/** Condition on rows of `unread_exception_chunk`: the row contains the message. */
const hasMessageInSql = (messageId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  unread_exception_chunk.chunk = ${chunkOfInSql(messageId)} and ${messageId} = any(unread_exception_chunk.message_ids)
)`;

/** Condition on rows of `message`: the message is an exception for the user. */
export const isExceptionInSql = (userId: RawBuilder<number>): RawBuilder<boolean> => sql`(
  exists (
    select from unread_exception
    where unread_exception.user_id = ${userId} and unread_exception.message_id = message.id
  ) or exists (
    select from unread_exception_chunk
    where unread_exception_chunk.user_id = ${userId} and ${hasMessageInSql(sql`message.id`)}
  )
)`;

/** Joins rows of `message` with the user's exceptions. `isJoinedExceptionInSql` is the condition on the joined rows. */
export const joinExceptionsInSql = (userId: number): RawBuilder<unknown> => sql`
  left join unread_exception
    on unread_exception.user_id = ${userId} and unread_exception.message_id = message.id
  left join unread_exception_chunk
    on unread_exception_chunk.user_id = ${userId} and unread_exception_chunk.chunk = ${chunkOfInSql(sql`message.id`)}`;

/** Condition on rows joined by `joinExceptionsInSql`: the message is an exception for the user. */
export const isJoinedExceptionInSql = sql<boolean>`(
  unread_exception.message_id is not null or coalesce(message.id = any(unread_exception_chunk.message_ids), false)
)`;

/** Query for a user's exceptions, with the column `message_id`. */
export const userExceptionsInSql = (userId: number): RawBuilder<unknown> => sql`
  select message_id from unread_exception where user_id = ${userId}
  union
  ${userPackedExceptionsInSql(userId)}`;

/** Query for a user's packed exceptions, with the column `message_id`. */
export const userPackedExceptionsInSql = (userId: number): RawBuilder<unknown> => sql`
  select unnest(message_ids) as message_id from unread_exception_chunk where user_id = ${userId}`;

/** Query for the users for whom a message is an exception, with the column `user_id`. */
export const usersWithExceptionInSql = (messageId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select user_id from unread_exception where message_id = ${messageId}
  union
  select user_id from unread_exception_chunk where ${hasMessageInSql(messageId)}`;

/** Condition on rows of `unread_exception_chunk`: the row's range of ids includes any of the messages. */
export const isInChunksOfInSql = (messageIds: readonly number[]): RawBuilder<boolean> => {
  const chunks = [...new Set(messageIds.map((id) => Math.floor(id / MESSAGES_PER_EXCEPTION_CHUNK)))];
  return sql`unread_exception_chunk.chunk = any(${chunks}::int[])`;
};
