import type { Attachment } from "@parlance/contract/nouns/attachments.ts";
import { AppError } from "@parlance/kernel/base/errors.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { lockForMove, type LockedMove } from "#modules/messages/moves/actions/lock-for-move.ts";
import { moveMessages } from "#modules/messages/moves/actions/move-messages.ts";
import type { MoveRequest } from "#modules/messages/moves/move-request.ts";
import { authorizeMove, assertCanMove } from "#modules/messages/moves/policy.ts";
import { lockMessage } from "#modules/messages/core/actions/lock-message.ts";
import { recordEdit } from "#modules/messages/core/actions/record-edit.ts";
import { loadMessageAudience } from "#modules/messages/core/message-audience.ts";
import { loadFlagsOfMessage } from "#modules/messages/read-state/flags/flags-by-user.ts";
import { loadEditableMessage, type EditableMessage } from "../editable-message.ts";
import { contentEditEvent } from "../events.ts";
import { moveRequestOf, type RenderedContent, type PreparedTexts, type UpdateRequest } from "../update-request.ts";
import { storeContent } from "./store-content.ts";
import { createHash } from "node:crypto";
import { RESOLVED_PREFIX } from "#narrow/index.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/message-text.ts";
import { assertCanEditContent } from "../edit-permission.ts";
import {
  ContentMismatch,
  ContentChangeDuringChannelMove,
  DirectMessagesHaveNoTopics,
  CannotMoveDirectMessage,
  CannotResolveGeneralChat,
  NothingToChange,
  PropagateModeWithoutTopic,
  CannotEditWidget,
} from "../errors.ts";

/** The changes of a validated update request. */
interface CheckedUpdate {
  /**
   * The new text. If it is invalid or cannot be rendered, the error, which is thrown later. Undefined if the text does
   * not change.
   */
  readonly content: RenderedContent | AppError | undefined;
  /** True if the topic or the channel changes. */
  readonly isMove: boolean;
}

/**
 * Validates an update request against the message that it changes, in the order in which errors are reported. Returns
 * the changes. The permission to move the message, and the validity of the new text, are checked later.
 * @throws the errors in errors.ts except EditHistoryDisabled; InvalidTopicCharacter
 */
function checkUpdate(
  ctx: Write,
  message: EditableMessage,
  request: UpdateRequest,
  texts: PreparedTexts,
): CheckedUpdate {
  const { content } = texts;
  if (content !== undefined) assertCanEditContent(ctx, ctx.snapshot, message);
  const topic = texts.topic === message.topic ? undefined : texts.topic;
  const channelId = request.stream_id === message.channel_id ? undefined : request.stream_id;
  const isMove = topic !== undefined || channelId !== undefined;
  if (content === undefined && !isMove) throw new NothingToChange();
  if (message.channel_id === null) assertNotMovedFromDirect(topic, channelId);
  if (request.propagate_mode !== "change_one" && !isMove) throw new PropagateModeWithoutTopic();
  assertValidTopic(topic);
  if (content !== undefined && channelId !== undefined) throw new ContentChangeDuringChannelMove();
  if (content !== undefined && message.is_widget) throw new CannotEditWidget();
  assertContentHash(message, request.prev_content_sha256);
  return { content: isSame(message, content) ? undefined : content, isMove };
}

const isSame = (message: EditableMessage, content: PreparedTexts["content"]): boolean =>
  content !== undefined && !(content instanceof AppError) && content.source === message.content;

/** Throws if a direct message would get a topic or move to a channel. */
function assertNotMovedFromDirect(topic: PreparedTexts["topic"], channelId: number | undefined): void {
  if (channelId !== undefined) throw new CannotMoveDirectMessage();
  if (topic !== undefined) throw new DirectMessagesHaveNoTopics();
}

/**
 * Topics that would mark the empty topic as resolved, which is not allowed: the prefix alone, or the prefix and the
 * displayed name of the empty topic.
 */
const UNRESOLVABLE_TOPICS = [RESOLVED_PREFIX.trim(), `${RESOLVED_PREFIX}${EMPTY_TOPIC_NAME}`];

function assertValidTopic(topic: PreparedTexts["topic"]): void {
  if (topic instanceof AppError) throw topic;
  if (topic !== undefined && UNRESOLVABLE_TOPICS.includes(topic)) throw new CannotResolveGeneralChat();
}

/**
 * Throws if the message's text is not the one that the client has seen. The client sends the SHA-256 hash of that text,
 * so that the edit does not overwrite another edit made in the meantime.
 */
function assertContentHash({ content }: EditableMessage, expected: string | undefined): void {
  if (expected === undefined) return;
  if (createHash("sha256").update(content, "utf8").digest("hex") !== expected) throw new ContentMismatch();
}

type ContentOrError = RenderedContent | AppError;

/**
 * Edits a message, moves it, or both. Values in the request that equal the current ones are ignored. Returns the
 * actor's files that nothing uses any more.
 * @throws InvalidMessages, and the errors of `checkUpdate`, `authorizeMove` and `storeContent`, checked in this order
 */
export async function updateMessage(
  ctx: Write,
  id: number,
  request: UpdateRequest,
  texts: PreparedTexts,
): Promise<readonly Attachment[]> {
  const { tx, actor } = ctx;
  const isMove = request.topic !== undefined || request.stream_id !== undefined;
  const movable = isMove ? await lockForMove(tx, actor, id, moveRequestOf(request, texts)) : null;
  const message = await loadEditableMessage(tx, movable?.message ?? (await lockMessage(tx, actor, id)));
  const { content, isMove: moves } = checkUpdate(ctx, message, request, texts);
  if (movable && moves) return editAndMove(ctx, { movable, message, move: moveRequestOf(request, texts), content });
  return content ? editContent(ctx, message, content) : [];
}

async function editContent(
  ctx: Write,
  message: EditableMessage,
  content: ContentOrError,
): Promise<readonly Attachment[]> {
  const { tx, actor, realm, now } = ctx;
  const { edit, detached } = await storeContent(ctx, message, content);
  await recordEdit(tx, { messageId: message.id, userId: actor.id, edit, now });
  const readers = await loadFlagsOfMessage(tx, message.id);
  const audience = await loadMessageAudience(tx, realm.id, message);
  emit(tx, audience, contentEditEvent({ message, edit, userId: actor.id, now, readers }));
  return detached;
}

interface EditAndMove {
  readonly movable: LockedMove;
  readonly message: EditableMessage;
  readonly move: MoveRequest;
  readonly content: ContentOrError | undefined;
}

/** Edits and moves a message. Both changes together are one event and one entry in the edit history. */
async function editAndMove(
  ctx: Write,
  { movable, message, move, content }: EditAndMove,
): Promise<readonly Attachment[]> {
  await authorizeMove(ctx, movable, move);
  const stored = content && (await storeContent(ctx, withNewTopic(message, move), content));
  await moveMessages(ctx, movable, { ...move, contentEdit: stored?.edit });
  // Permissions may have been revoked while this transaction waited for locks. From this lock on, they cannot change.
  assertCanMove(ctx, await ctx.lockSnapshot(), movable, move);
  return stored?.detached ?? [];
}

/**
 * Returns the message with the topic that it is moved to. The participants whom `@topic` in the new text mentions are
 * those of that topic.
 */
const withNewTopic = (message: EditableMessage, { topic = message.topic }: MoveRequest): EditableMessage => ({
  ...message,
  topic,
});
