import type { Tx } from "@parlance/kernel/db/types.ts";
import { contentEditColumns, type ContentEdit } from "../content-edit.ts";

interface RecordedEdit {
  readonly messageId: number;
  readonly userId: number;
  readonly edit: ContentEdit;
  readonly now: Date;
}

/** Records a message's previous text in its edit history. */
export async function recordEdit(tx: Tx, { messageId, userId, edit, now }: RecordedEdit): Promise<void> {
  await tx
    .insertInto("message_edit")
    .values({ message_id: messageId, user_id: userId, edited_at: now, ...contentEditColumns(edit) })
    .execute();
}
