import type { Write } from "@parlance/kernel/http/context.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import {
  applyFlagChange,
  applyMarkRead,
  isMarkingRead,
  type FlagChange,
  type FlagChangeResult,
} from "./apply-flag-change.ts";
import { lockMessagesToFlag } from "./lock-messages-to-flag.ts";
import { lockReadState } from "../lock-read-state.ts";

/**
 * Adds or removes a flag of the actor on messages, and notifies the actor's clients. Marking a message as read that the
 * actor never received has no effect and is not an error.
 * @throws InvalidMessages if the change is not marking as read, and the actor cannot read one of the messages, or did
 * not receive one that is in an archived channel
 */
export async function changeFlags(
  ctx: Write,
  change: FlagChange,
  messageIds: readonly number[],
): Promise<FlagChangeResult> {
  const { tx, actor } = ctx;
  const ids = [...new Set(messageIds)];
  await lockReadState(tx, actor.id, ids);
  if (isMarkingRead(change)) return applyMarkRead(ctx, ids);
  const messages = await lockMessagesToFlag(tx, actor, change, ids);
  if (messages.length < ids.length) throw new InvalidMessages();
  return applyFlagChange(ctx, change, messages);
}
