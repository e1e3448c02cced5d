import { sql } from "kysely";
import type { Attachment } from "@parlance/contract/nouns/attachments.ts";
import type { AppError } from "#kernel/errors.ts";
import { lockPosition } from "#kernel/events/event-log.ts";
import type { Tx } from "#kernel/db/types.ts";
import type { Write } from "#kernel/http/context.ts";
import { requestLinkPreviews } from "#modules/messages/render/link-preview-request.ts";
import { requestPictures } from "#modules/messages/render/thumbnail-display-request.ts";
import type { ContentEdit } from "#modules/messages/core/content-edit.ts";
import { reclaimAttachments } from "#modules/messages/attachments/actions/reclaim-attachments.ts";
import { lockMarks } from "#modules/messages/read-state/actions/user-message-rows.ts";
import { replaceFlags } from "#modules/messages/read-state/actions/flags/replace-flags.ts";
import { storeText } from "#modules/messages/core/actions/update-content.ts";
import { reindexMessages } from "#search/actions/reindex-messages.ts";
import { contentFlagsByUser, CONTENT_FLAGS } from "../content-flags.ts";
import { checkContent } from "../content-rights.ts";
import type { EditableMessage } from "../editable-message.ts";
import type { NewContent } from "../update-request.ts";

/** What was stored. */
interface StoredContent {
  readonly edit: ContentEdit;
  /** The actor's files to which no message links any more. */
  readonly detached: readonly Attachment[];
}

/**
 * Gives a message, which must be locked, another text, if the actor may write it, and flags it for those whom it mentions
 * or alerts. Without events, and without its history. Takes the organization's position.
 * @throws those of `checkContent`
 */
export async function storeContent(
  ctx: Write,
  message: EditableMessage,
  prepared: NewContent | AppError,
): Promise<StoredContent> {
  const { tx, actor, realm, now } = ctx;
  await lockFlags(tx, message.id);
  await lockPosition(tx, realm.id);
  const content = await checkContent(ctx, message, prepared);
  const { source } = content;
  const files = await reclaimAttachments(tx, {
    id: message.id,
    senderId: actor.id,
    pathIds: content.rendered.attachments,
    realmId: realm.id,
    now,
  });
  const rendered = { ...content.rendered, hasAttachment: files.hasAny };
  await storeText(tx, { messageId: message.id, isInChannel: message.channel_id !== null, source, rendered, now });
  await reindexMessages(tx, [message.id]);
  if (!ctx.actor.isBot) requestLinkPreviews(tx, message.id, rendered);
  requestPictures(tx, message.id, rendered);
  const bits = await contentFlagsByUser(tx, realm.id, message, content);
  await replaceFlags(tx, message.id, { replaced: CONTENT_FLAGS, bits });
  const edit = {
    before: { content: message.content, rendered: message.rendered_content },
    after: { content: source, rendered: rendered.html },
  };
  const ownDetached = files.detached.filter(({ ownerId }) => ownerId === actor.id);
  return { edit, detached: ownDetached.map(({ attachment }) => attachment) };
}

/**
 * Keeps others from flagging the message. They take its flags before the organization's position, so transactions that
 * change flags with the position locked must take them before it, too.
 */
async function lockFlags(tx: Tx, messageId: number): Promise<void> {
  await sql`select from message where id = ${messageId} for update`.execute(tx);
  await lockMarks(tx, [messageId]);
}
