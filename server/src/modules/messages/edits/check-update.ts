import { createHash } from "node:crypto";
import { AppError } from "#kernel/errors.ts";
import type { Write } from "#kernel/http/context.ts";
import { RESOLVED_PREFIX } from "#narrow/index.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/message-text.ts";
import { realmSettings } from "#modules/organizations/core/queries.ts";
import type { EditableMessage } from "./editable-message.ts";
import { mustBeEditable } from "./edit-permission.ts";
import {
  ContentMismatch,
  ContentWhileChangingChannel,
  DirectMessagesHaveNoTopics,
  DirectMessagesStay,
  GeneralChatNotResolved,
  NothingToChange,
  PropagateModeWithoutTopic,
  WidgetsNotEdited,
} from "./errors.ts";
import type { NewContent, PreparedTexts, UpdateRequest } from "./update-request.ts";

/** What a request comes to. */
export interface Update {
  /** Undefined: the content stays as it is. An error is what is wrong with it. */
  readonly content: NewContent | AppError | undefined;
  /** Whether topic or channel are to be others. */
  readonly moves: boolean;
}

/**
 * Checks a request against its message, in the order in which errors are reported, and returns the update. Permissions to
 * move, and what the new text may say, are checked later.
 * @throws those of errors.ts, InvalidTopicCharacter
 */
export async function checkUpdate(
  ctx: Write,
  message: EditableMessage,
  request: UpdateRequest,
  texts: PreparedTexts,
): Promise<Update> {
  const { content } = texts;
  if (content !== undefined) mustBeEditable(await realmSettings(ctx.tx, ctx.realm.id), ctx, message);
  const topic = texts.topic === message.topic ? undefined : texts.topic;
  const channelId = request.stream_id === message.channel_id ? undefined : request.stream_id;
  const moves = topic !== undefined || channelId !== undefined;
  if (content === undefined && !moves) throw new NothingToChange();
  if (message.channel_id === null) mustStay(topic, channelId);
  if (request.propagate_mode !== "change_one" && !moves) throw new PropagateModeWithoutTopic();
  mustBeTopic(topic);
  if (content !== undefined && channelId !== undefined) throw new ContentWhileChangingChannel();
  if (content !== undefined && message.is_widget) throw new WidgetsNotEdited();
  mustBeAsExpected(message, request.prev_content_sha256);
  return { content: isSame(message, content) ? undefined : content, moves };
}

const isSame = (message: EditableMessage, content: PreparedTexts["content"]): boolean =>
  content !== undefined && !(content instanceof AppError) && content.source === message.content;

/** What is written to people directly is in no channel and has no topic. */
function mustStay(topic: PreparedTexts["topic"], channelId: number | undefined): void {
  if (channelId !== undefined) throw new DirectMessagesStay();
  if (topic !== undefined) throw new DirectMessagesHaveNoTopics();
}

/** Only what has a name can be resolved. */
const UNRESOLVABLE = [RESOLVED_PREFIX.trim(), `${RESOLVED_PREFIX}${EMPTY_TOPIC_NAME}`];

function mustBeTopic(topic: PreparedTexts["topic"]): void {
  if (topic instanceof AppError) throw topic;
  if (topic !== undefined && UNRESOLVABLE.includes(topic)) throw new GeneralChatNotResolved();
}

/** Editors say which text they have seen, so that no edit overwrites another that came in between. */
function mustBeAsExpected({ content }: EditableMessage, expected: string | undefined): void {
  if (expected === undefined) return;
  if (createHash("sha256").update(content, "utf8").digest("hex") !== expected) throw new ContentMismatch();
}
