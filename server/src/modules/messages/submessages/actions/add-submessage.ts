import { emit, lockPosition } from "#kernel/events/event-log.ts";
import type { Write } from "#kernel/http/context.ts";
import { insertSubmessage } from "#modules/messages/core/actions/insert-submessage.ts";
import { lockMessage } from "#modules/messages/core/actions/lock-message.ts";
import { thoseWhoHave } from "#modules/messages/core/message-audience.ts";
import { InvalidSubmessageJson, MayNotAttach, WidgetFull } from "../errors.ts";
import { submessageAdded } from "../events.ts";
import { firstSubmessage, hasAdded, submessageLength } from "#modules/messages/core/submessages.ts";
import { checkStep, widgetOf } from "../widget-steps.ts";

/** What the submessages of one message may have together. */
const MAX_CHARACTERS = 1_000_000;

/** What is added to a message. */
export interface SubmessageDraft {
  readonly messageId: number;
  readonly type: string;
  /** JSON text. */
  readonly content: string;
}

/**
 * Adds to a message what its widget is made of: its sender begins, then everybody who may read it takes steps. What the
 * steps amount to is worked out by clients, who replay them.
 * @throws InvalidMessages, MayNotAttach, WidgetFull, InvalidSubmessageJson, those of `widgetErrors`
 */
export async function addSubmessage(
  ctx: Pick<Write, "tx" | "actor" | "realm">,
  { messageId, type, content }: SubmessageDraft,
): Promise<void> {
  const { tx, actor, realm } = ctx;
  const message = await lockMessage(tx, actor, messageId);
  const isAuthor = message.sender_id === actor.id;
  if (!isAuthor && !(await hasAdded(tx, messageId, message.sender_id))) throw new MayNotAttach();
  if (content.length > MAX_CHARACTERS - (await submessageLength(tx, messageId))) throw new WidgetFull();
  const data = parsed(content);
  const first = await firstSubmessage(tx, messageId);
  const widget = first ? widgetOf(first.content) : null;
  if (widget !== null) checkStep(widget, data, isAuthor);
  const added = { message_id: messageId, sender_id: actor.id, msg_type: type, content };
  const submessage = await insertSubmessage(tx, added);
  await lockPosition(tx, realm.id);
  emit(tx, await thoseWhoHave(tx, realm.id, message), submessageAdded(submessage));
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new InvalidSubmessageJson();
  }
}
