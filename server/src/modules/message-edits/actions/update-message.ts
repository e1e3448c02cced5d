import type { AppError } from "#kernel/errors.ts";
import { emit } from "#kernel/events/log.ts";
import type { Write } from "#kernel/http/context.ts";
import { lockMessage } from "#modules/messages/actions/lock-message.ts";
import { thoseWhoHave } from "#modules/messages/audiences.ts";
import { contentColumns, type ContentEdit } from "#modules/messages/content-edit.ts";
import { loadReaderFlags } from "#modules/read-state/reader-flags.ts";
import { checkUpdate } from "../checks.ts";
import { destinationOf, loadEditable, type EditableMessage } from "../editable-message.ts";
import { contentEdited } from "../events.ts";
import type { NewContent, PreparedTexts, UpdateRequest } from "../prepared-update.ts";
import { storeContent } from "./store-content.ts";

/**
 * Changes what a message says, or where it is. Where that is how it is already, nothing happens.
 * @throws InvalidMessages, those of errors.ts, of mention-rights.ts and of moves
 */
export async function updateMessage(
  ctx: Write,
  id: number,
  request: UpdateRequest,
  texts: PreparedTexts,
): Promise<void> {
  const { tx, actor } = ctx;
  const message = await loadEditable(tx, await lockMessage(tx, actor, id));
  const { content } = await checkUpdate(ctx, message, request, texts);
  if (content !== undefined) await editContent(ctx, message, content);
}

async function editContent(ctx: Write, message: EditableMessage, content: NewContent | AppError): Promise<void> {
  const { tx, actor, now } = ctx;
  const edit = await storeContent(ctx, message, destinationOf(message), content);
  await tx
    .insertInto("message_edit")
    .values({ message_id: message.id, user_id: actor.id, edited_at: now, ...contentColumns(edit) })
    .execute();
  await tell(ctx, message, edit);
}

async function tell({ tx, actor, realm, now }: Write, message: EditableMessage, edit: ContentEdit): Promise<void> {
  const readers = await loadReaderFlags(tx, message.id);
  const audience = await thoseWhoHave(tx, realm.id, message);
  emit(tx, audience, contentEdited({ message, edit, userId: actor.id, now, readers }));
}
