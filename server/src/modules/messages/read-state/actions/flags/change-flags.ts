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
 * Adds or removes a flag of the actor on messages, and notifies the actor's clients. Messages that the actor never
 * received count as read, so marking them as read changes nothing. Every other change throws `InvalidMessages` for a
 * message that the actor cannot read, and for one in an archived channel that the actor did not receive.
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
