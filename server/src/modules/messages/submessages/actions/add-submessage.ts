import { emit, lockPosition } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { insertSubmessage } from "#modules/messages/core/actions/insert-submessage.ts";
import { lockMessage } from "#modules/messages/core/actions/lock-message.ts";
import { loadMessageAudience } from "#modules/messages/core/message-audience.ts";
import { InvalidSubmessageJson, CannotAddSubmessage, WidgetDataLimitExceeded } from "../errors.ts";
import { submessageAdded } from "../events.ts";
import { findWidgetSubmessage, hasSubmessageFrom, loadSubmessageLength } from "#modules/messages/core/submessages.ts";
import { assertValidStep, parseWidgetType } from "../widget-steps.ts";

/** Maximum total length of the submessages of one message, in characters. */
const MAX_SUBMESSAGE_CHARACTERS = 1_000_000;

/** Parameters of a submessage to be added to a message. */
export interface SubmessageDraft {
  readonly messageId: number;
  readonly type: string;
  /** JSON text. */
  readonly content: string;
}

/**
 * Adds a submessage to a message. The first submessage creates a widget, such as a poll, and must be added by the
 * message's sender. Further submessages are steps of the widget, such as votes, and can be added by all users who can
 * read the message. Clients compute the widget's state by replaying the steps.
 * @throws InvalidMessages, CannotAddSubmessage, WidgetDataLimitExceeded, InvalidSubmessageJson, and the errors in
 * `widgetErrors`
 */
export async function addSubmessage(
  ctx: Pick<Write, "tx" | "actor" | "realm">,
  { messageId, type, content }: SubmessageDraft,
): Promise<void> {
  const { tx, actor, realm } = ctx;
  const message = await lockMessage(tx, actor, messageId);
  const isAuthor = message.sender_id === actor.id;
  if (!isAuthor && !(await hasSubmessageFrom(tx, messageId, message.sender_id))) throw new CannotAddSubmessage();
  if (content.length > MAX_SUBMESSAGE_CHARACTERS - (await loadSubmessageLength(tx, messageId)))
    throw new WidgetDataLimitExceeded();
  const data = parseJson(content);
  const first = await findWidgetSubmessage(tx, messageId);
  const widget = first ? parseWidgetType(first.content) : null;
  if (widget !== null) assertValidStep(widget, data, isAuthor);
  const added = { message_id: messageId, sender_id: actor.id, msg_type: type, content };
  const submessage = await insertSubmessage(tx, added);
  await lockPosition(tx, realm.id);
  emit(tx, await loadMessageAudience(tx, realm.id, message), submessageAdded(submessage));
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new InvalidSubmessageJson();
  }
}
