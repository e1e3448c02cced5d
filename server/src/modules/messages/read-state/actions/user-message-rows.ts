import { sql } from "kysely";
import { isOneOf } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { unpackExceptions } from "./storage/packed-exceptions.ts";
import { sendNow } from "@parlance/kernel/db/transaction.ts";

interface UserMessageKey {
  readonly userId: number;
  readonly messageId: number;
}

/** Flags, and unread exceptions, of new messages for individual users. */
export interface NewUserMessageRows {
  /** Bits of `message_flag`. */
  readonly flags: readonly (UserMessageKey & { readonly bits: number })[];
  /**
   * Messages that are unread for these users although they count as read by default, such as a sender's own messages.
   * Each is stored as an exception.
   */
  readonly unread: readonly UserMessageKey[];
}

/**
 * Inserts flags and exceptions for messages that have none yet. The queries have been sent when the function returns;
 * the caller need not wait for their results.
 */
export function insertUserMessageRows(tx: Tx, { flags, unread }: NewUserMessageRows): void {
  if (flags.length > 0) {
    void sendNow(
      tx,
      sql`
      insert into message_flag (user_id, message_id, flags)
      select * from unnest(
        ${flags.map(({ userId }) => userId)}::int[], ${flags.map(({ messageId }) => messageId)}::bigint[],
        ${flags.map(({ bits }) => bits)}::int[]
      )`,
    );
  }
  if (unread.length === 0) return;
  void sendNow(
    tx,
    sql`
    insert into unread_exception (user_id, message_id)
    select * from unnest(
      ${unread.map(({ userId }) => userId)}::int[], ${unread.map(({ messageId }) => messageId)}::bigint[]
    )`,
  );
}

/**
 * Deletes all flags and exceptions for messages, without emitting events. The messages' rows must be locked by
 * `lockUserMessageRows`.
 */
export async function deleteUserMessageRows(tx: Tx, messageIds: readonly number[]): Promise<void> {
  const isGone = isOneOf(sql`message_id`, messageIds);
  await sql`delete from message_flag where ${isGone}`.execute(tx);
  await sql`delete from unread_exception where ${isGone}`.execute(tx);
}

/**
 * Locks the flags and exceptions for messages. Call it before the log position is locked: other transactions lock flags
 * first and the log position second, so the reverse order could deadlock. Packed exceptions for these messages are
 * unpacked, so that each is a row of `unread_exception` afterward.
 */
export async function lockUserMessageRows(tx: Tx, messageIds: readonly number[]): Promise<void> {
  for (const table of ["message_flag", "unread_exception"] as const) {
    await sql`
      select from ${sql.table(table)} where ${isOneOf(sql`message_id`, messageIds)}
      order by message_id, user_id for update`.execute(tx);
  }
  // Must be the last statement, so that it finds exceptions that were packed while the others waited for locks.
  await unpackExceptions(tx, messageIds);
}
