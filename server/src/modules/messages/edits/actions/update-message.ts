import type { Attachment } from "@parlance/contract/nouns/attachments.ts";
import type { AppError } from "#kernel/errors.ts";
import { emit } from "#kernel/events/event-log.ts";
import type { Write } from "#kernel/http/context.ts";
import { lockForMove, type Movable } from "#modules/messages/moves/actions/lock-for-move.ts";
import { moveMessages } from "#modules/messages/moves/actions/move-messages.ts";
import type { Move } from "#modules/messages/moves/move-request.ts";
import { authorizeMove } from "#modules/messages/moves/policy.ts";
import { lockMessage } from "#modules/messages/core/actions/lock-message.ts";
import { rememberEdit } from "#modules/messages/core/actions/record-edit.ts";
import { thoseWhoHave } from "#modules/messages/core/message-audience.ts";
import { loadReaderFlags } from "#modules/messages/read-state/flags/flags-by-user.ts";
import { checkUpdate } from "../check-update.ts";
import { loadEditable, type EditableMessage } from "../editable-message.ts";
import { contentEdited } from "../events.ts";
import { moveOf, type NewContent, type PreparedTexts, type UpdateRequest } from "../update-request.ts";
import { storeContent } from "./store-content.ts";

type Content = NewContent | AppError;

/**
 * Changes what a message says, or where it is, or both. Where that is as it was, nothing happens. Returns the actor's files
 * to which no message links any more since.
 * @throws InvalidMessages, those of `checkUpdate`, `authorizeMove` and `storeContent`, in this order
 */
export async function updateMessage(
  ctx: Write,
  id: number,
  request: UpdateRequest,
  texts: PreparedTexts,
): Promise<readonly Attachment[]> {
  const { tx, actor } = ctx;
  const isMove = request.topic !== undefined || request.stream_id !== undefined;
  const movable = isMove ? await lockForMove(tx, actor, id, moveOf(request, texts)) : null;
  const message = await loadEditable(tx, movable?.message ?? (await lockMessage(tx, actor, id)));
  const { content, moves } = await checkUpdate(ctx, message, request, texts);
  if (movable && moves) return editAndMove(ctx, { movable, message, move: moveOf(request, texts), content });
  return content ? editContent(ctx, message, content) : [];
}

async function editContent(ctx: Write, message: EditableMessage, content: Content): Promise<readonly Attachment[]> {
  const { tx, actor, realm, now } = ctx;
  const { edit, detached } = await storeContent(ctx, message, content);
  await rememberEdit(tx, { messageId: message.id, userId: actor.id, edit, now });
  const readers = await loadReaderFlags(tx, message.id);
  const audience = await thoseWhoHave(tx, realm.id, message);
  emit(tx, audience, contentEdited({ message, edit, userId: actor.id, now, readers }));
  return detached;
}

interface Both {
  readonly movable: Movable;
  readonly message: EditableMessage;
  readonly move: Move;
  readonly content: Content | undefined;
}

/** The changes of one message by one request are one event and one entry in its history. */
async function editAndMove(ctx: Write, { movable, message, move, content }: Both): Promise<readonly Attachment[]> {
  await authorizeMove(ctx, movable, move);
  const stored = content && (await storeContent(ctx, placed(message, move), content));
  await moveMessages(ctx, movable, { ...move, contentEdit: stored?.edit });
  return stored?.detached ?? [];
}

/** Whom a text mentions with its topic, is a matter of the topic that it goes to. */
const placed = (message: EditableMessage, { topic = message.topic }: Move): EditableMessage => ({ ...message, topic });
