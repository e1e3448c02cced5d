import type { Tx } from "#kernel/db/types.ts";
import { contentColumns, type ContentEdit } from "../content-edit.ts";

interface Edit {
  readonly messageId: number;
  readonly userId: number;
  readonly edit: ContentEdit;
  readonly now: Date;
}

/** Writes down in a message's history what its text was. */
export async function rememberEdit(tx: Tx, { messageId, userId, edit, now }: Edit): Promise<void> {
  await tx
    .insertInto("message_edit")
    .values({ message_id: messageId, user_id: userId, edited_at: now, ...contentColumns(edit) })
    .execute();
}
