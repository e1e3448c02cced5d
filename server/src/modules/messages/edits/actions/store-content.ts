import { sql } from "kysely";
import type { Attachment } from "@parlance/contract/nouns/attachments.ts";
import { AppError } from "@parlance/kernel/base/errors.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { requestLinkPreviews } from "#modules/messages/render/link-preview-request.ts";
import { requestThumbnailDisplay } from "#modules/messages/render/thumbnail-display-request.ts";
import type { ContentEdit } from "#modules/messages/core/content-edit.ts";
import { updateClaims } from "#modules/messages/attachments/actions/reclaim-attachments.ts";
import { lockUserMessageRows } from "#modules/messages/read-state/actions/user-message-rows.ts";
import { replaceFlags } from "#modules/messages/read-state/actions/flags/replace-flags.ts";
import { updateContent } from "#modules/messages/core/actions/update-content.ts";
import { reindexMessages } from "#search/actions/reindex-messages.ts";
import { type EditableMessage, destinationOf } from "../editable-message.ts";
import type { RenderedContent } from "../update-request.ts";
import { findAlertedUsers } from "#modules/users/alert-words/queries.ts";
import { loadMentionCandidates } from "#modules/messages/send/context/load-send-context.ts";
import { loadTopicParticipants } from "#modules/messages/send/context/send-preload.ts";
import { messageFlags } from "#modules/messages/read-state/flags/message-flags.ts";
import { filterRecipients } from "#modules/messages/read-state/received-messages.ts";
import { groupMentionError, wildcardMentionError } from "#modules/messages/send/send-permission.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { assertCanEditContent } from "../edit-permission.ts";

/**
 * Validates the new text of a message: it must be possible to render it, and the actor must be allowed to use its
 * mentions in the message's conversation. Returns the text.
 * @throws NullBytes, UnableToRender, ChannelWildcardNotAllowed, TopicWildcardNotAllowed, CannotMentionGroup
 */
async function checkContent(
  { tx, actor }: Write,
  snapshot: OrganizationSnapshot,
  message: EditableMessage,
  content: RenderedContent | AppError,
): Promise<RenderedContent> {
  if (content instanceof AppError) throw content;
  const { rendered } = content;
  const to = destinationOf(message);
  const mentioning = { userId: actor.id, to, mentions: rendered.mentions, subscriberCount: message.subscriber_count };
  const participants = (await loadTopicParticipants(tx, [{ to, rendered }])).get(0) ?? [];
  const problem =
    wildcardMentionError(snapshot, mentioning, () => participants.length) ?? groupMentionError(snapshot, mentioning);
  if (problem) throw problem;
  return content;
}

/** The bits of `message_flag` that depend on the message's text. */
const CONTENT_FLAGS = messageFlags.mentioned | messageFlags.topic_wildcard_mentioned | messageFlags.has_alert_word;

/**
 * Computes the flags that follow from a message's new text: for mentions and alert words. Returns the bits of
 * `message_flag` by user id. Users who did not receive the message get no flags. The organization's log position must
 * be locked.
 */
async function contentFlagsByUser(
  tx: Tx,
  realmId: number,
  message: EditableMessage,
  { source, rendered }: RenderedContent,
): Promise<ReadonlyMap<number, number>> {
  const texts = [{ to: destinationOf(message), rendered }];
  const mentioned = [...((await loadMentionCandidates(tx, texts)).get(0) ?? [])];
  const participants = (await loadTopicParticipants(tx, texts)).get(0) ?? [];
  const [alerted = []] = await findAlertedUsers(tx, realmId, [{ content: source, to: "anybody" }]);
  const candidates = [...new Set([...mentioned, ...participants, ...alerted])];
  const receivers = new Set(await filterRecipients(tx, message, candidates));
  const bits = new Map<number, number>();
  const add = (userIds: readonly number[], bit: number) => {
    for (const id of userIds) if (receivers.has(id)) bits.set(id, (bits.get(id) ?? 0) | bit);
  };
  add(mentioned, messageFlags.mentioned);
  add(participants, messageFlags.topic_wildcard_mentioned);
  add(alerted, messageFlags.has_alert_word);
  return bits;
}

/** Result of `storeContent`. */
interface EditedContent {
  readonly edit: ContentEdit;
  /** Files of the actor that nothing uses any more after the edit. */
  readonly detached: readonly Attachment[];
}

/**
 * Changes the text of a message if the actor may do so. Updates the flags of users whom the new or the old text
 * mentions or alerts. Emits no events, and records nothing in the edit history. The message must be locked. Locks the
 * organization's log position.
 * @throws the errors of `assertCanEditContent` and `checkContent`
 */
export async function storeContent(
  ctx: Write,
  message: EditableMessage,
  prepared: RenderedContent | AppError,
): Promise<EditedContent> {
  const { tx, actor, realm, now } = ctx;
  await lockFlags(tx, message.id);
  // Permissions may have been revoked while this transaction waited for locks. From this lock on, they cannot change.
  const snapshot = await ctx.lockSnapshot();
  assertCanEditContent(ctx, snapshot, message);
  const content = await checkContent(ctx, snapshot, message, prepared);
  const { source } = content;
  const files = await updateClaims(tx, {
    id: message.id,
    senderId: actor.id,
    pathIds: content.rendered.attachments,
    realmId: realm.id,
    now,
  });
  const rendered = { ...content.rendered, hasAttachment: files.hasAny };
  await updateContent(tx, { messageId: message.id, isInChannel: message.channel_id !== null, source, rendered, now });
  await reindexMessages(tx, [message.id]);
  if (!ctx.actor.isBot) requestLinkPreviews(tx, message.id, rendered);
  requestThumbnailDisplay(tx, message.id, rendered);
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
 * Locks the flags that users have on the message. Every transaction that changes flags locks them before the
 * organization's log position. This transaction must use the same order to avoid deadlocks.
 */
async function lockFlags(tx: Tx, messageId: number): Promise<void> {
  await sql`select from message where id = ${messageId} for update`.execute(tx);
  await lockUserMessageRows(tx, [messageId]);
}
