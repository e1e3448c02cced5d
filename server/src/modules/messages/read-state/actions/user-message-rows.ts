import { sql } from "kysely";
import { isOneOf } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { unpackExceptions } from "./storage/packed-exceptions.ts";
import { sendNow } from "@parlance/kernel/db/transaction.ts";

interface UserMessageKey {
  readonly userId: number;
  readonly messageId: number;
}

/** Flags and exceptions of new messages for particular users. */
export interface NewUserMessageRows {
  /** Bits of `message_flag`. */
  readonly flags: readonly (UserMessageKey & { readonly bits: number })[];
  /** Exceptions for users for whom messages are unread that others need not read. */
  readonly unread: readonly UserMessageKey[];
}

/**
 * Inserts flags and exceptions for messages that have none yet. The queries have been sent when it returns, and the
 * caller need not wait for them.
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

/** Deletes all flags and exceptions of messages, without events. They must be locked by `lockUserMessageRows`. */
export async function deleteUserMessageRows(tx: Tx, messageIds: readonly number[]): Promise<void> {
  const isGone = isOneOf(sql`message_id`, messageIds);
  await sql`delete from message_flag where ${isGone}`.execute(tx);
  await sql`delete from unread_exception where ${isGone}`.execute(tx);
}

/**
 * Locks the flags and exceptions of messages. It must be called before the log position is locked, because concurrent
 * transactions that change them will lock the position too. Afterward each exception is a row of `unread_exception`.
 */
export async function lockUserMessageRows(tx: Tx, messageIds: readonly number[]): Promise<void> {
  for (const table of ["message_flag", "unread_exception"] as const) {
    await sql`
      select from ${sql.table(table)} where ${isOneOf(sql`message_id`, messageIds)}
      order by message_id, user_id for update`.execute(tx);
  }
  // Last, so that this statement sees exceptions that were packed while the others waited.
  await unpackExceptions(tx, messageIds);
}
