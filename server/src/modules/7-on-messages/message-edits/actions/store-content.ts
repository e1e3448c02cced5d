import { sql } from "kysely";
import type { AppError } from "#kernel/errors.ts";
import { lockPosition } from "#kernel/events/log.ts";
import type { Tx } from "#kernel/db/types.ts";
import type { Write } from "#kernel/http/context.ts";
import { requestLinkPreviews } from "#modules/6-messages/messages/link-preview-request.ts";
import type { ContentEdit } from "#modules/6-messages/messages/content-edit.ts";
import { lockMarks } from "#modules/5-on-channels/read-state/actions/lock-marks.ts";
import { reindexMessages } from "#search/actions/reindex-messages.ts";
import { concernedBy, CONTENT_FLAGS } from "../concerned.ts";
import { checkContent } from "../content-rights.ts";
import type { EditableMessage } from "../editable-message.ts";
import type { NewContent } from "../prepared-update.ts";

/**
 * Gives a message, which must be locked, another text, if the actor may say so, and flags it for those
 * whom that concerns. Nobody is told yet, and its history is not written. Takes the organization's position.
 * @throws those of `checkContent`
 */
export async function storeContent(
  ctx: Write,
  message: EditableMessage,
  prepared: NewContent | AppError,
): Promise<ContentEdit> {
  const { tx, realm, now } = ctx;
  await lockFlags(tx, message.id);
  await lockPosition(tx, realm.id);
  const content = await checkContent(ctx, message, prepared);
  const { source, rendered } = content;
  await tx
    .updateTable("message")
    .set({
      content: source,
      rendered_content: rendered.html,
      mentions_channel: message.channel_id !== null && rendered.mentions.channelWildcard,
      has_link: rendered.hasLink,
      has_image: rendered.hasImage,
      has_attachment: rendered.hasAttachment,
      edited_at: now,
      is_changed: true,
    })
    .where("id", "=", message.id)
    .execute();
  await reindexMessages(tx, [message.id]);
  if (!ctx.actor.isBot) requestLinkPreviews(tx, message.id, rendered);
  await storeFlags(tx, message.id, await concernedBy(tx, realm.id, message, content));
  return {
    before: { content: message.content, rendered: message.rendered_content },
    after: { content: source, rendered: rendered.html },
  };
}

/**
 * Keeps others from flagging the message. They take its flags before the organization's position, so whoever changes
 * flags with the position locked must have taken them before, too.
 */
async function lockFlags(tx: Tx, messageId: number): Promise<void> {
  await sql`select from message where id = ${messageId} for update`.execute(tx);
  await lockMarks(tx, [messageId]);
}

/** Puts flags that follow from the text in the place of those that followed from the text before. */
async function storeFlags(tx: Tx, messageId: number, bits: ReadonlyMap<number, number>): Promise<void> {
  const userIds = [...bits.keys()];
  const outdated = sql`
    message_id = ${messageId} and flags & ${CONTENT_FLAGS}::int <> 0 and user_id <> all(${userIds}::int[])`;
  const others = sql`flags & ~${CONTENT_FLAGS}::int`;
  await sql`
    with emptied as (delete from message_flag where ${outdated} and ${others} = 0),
    lessened as (update message_flag set flags = ${others} where ${outdated} and ${others} <> 0)
    insert into message_flag (user_id, message_id, flags)
    select user_id, ${messageId}, bits
    from unnest(${userIds}::int[], ${[...bits.values()]}::int[]) as concerned (user_id, bits)
    on conflict (user_id, message_id)
    do update set flags = message_flag.flags & ~${CONTENT_FLAGS}::int | excluded.flags`.execute(tx);
}
