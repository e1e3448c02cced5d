import { sql } from "kysely";
import { sendNow } from "#kernel/db/transaction.ts";
import type { Tx } from "#kernel/db/types.ts";

interface Mark {
  readonly userId: number;
  readonly messageId: number;
}

/** What new messages are to those whom they concern in particular. */
export interface NewMarks {
  /** Bits of `message_flag`. */
  readonly flags: readonly (Mark & { readonly bits: number })[];
  /** Exceptions for those who are to read what others need not. */
  readonly unread: readonly Mark[];
}

/** Marks messages that nobody has marked yet. Nobody has to wait: all is sent when this returns. */
export function insertMarks(tx: Tx, { flags, unread }: NewMarks): void {
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
