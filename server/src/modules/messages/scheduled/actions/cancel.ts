import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Actor, Write } from "@parlance/kernel/http/context.ts";
import { ReminderDoesNotExist, ScheduledMessageDoesNotExist } from "../errors.ts";
import { reminderRemoved, scheduledMessageRemoved } from "../events.ts";

/**
 * Deletes a scheduled message that has not been delivered yet, or whose delivery failed.
 * @throws ScheduledMessageDoesNotExist
 */
export async function cancelScheduledMessage({ tx, actor }: Write, id: number): Promise<void> {
  if (!(await deleteScheduled(tx, actor, "is", id))) throw new ScheduledMessageDoesNotExist();
  emit(tx, toUser(actor), scheduledMessageRemoved(id));
}

/**
 * Deletes a reminder that has not been delivered.
 * @throws ReminderDoesNotExist
 */
export async function cancelReminder({ tx, actor }: Write, id: number): Promise<void> {
  if (!(await deleteScheduled(tx, actor, "is not", id))) throw new ReminderDoesNotExist();
  emit(tx, toUser(actor), reminderRemoved(id));
}

/**
 * Deletes an undelivered scheduled message of the actor or, if `hasNoTarget` is "is not", a reminder. Returns false if
 * it does not exist.
 */
async function deleteScheduled(tx: Tx, actor: Actor, hasNoTarget: "is" | "is not", id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("scheduled_message")
    .where("id", "=", id)
    .where("sender_id", "=", actor.id)
    .where("target_id", hasNoTarget, null)
    .where("message_id", "is", null)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
