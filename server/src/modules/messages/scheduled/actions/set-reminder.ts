import type { Rendered } from "@parlance/markdown/index.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { assertCanReadMessage } from "#modules/messages/core/policy.ts";
import { parseDeliveryTime } from "../delivery-time.ts";
import { remindersAdded } from "../events.ts";
import { insertScheduled } from "./insert-scheduled.ts";

interface ReminderRequest {
  readonly messageId: number;
  readonly note: string;
  readonly timestamp: number;
  /** The reminder's text as it would be if the reminder were delivered now. */
  readonly text: { readonly content: string; readonly rendered: Rendered };
}

/** Creates a reminder about a message that the actor can read. Returns the reminder's id. */
export async function setReminder(ctx: Write, { messageId, note, timestamp, text }: ReminderRequest): Promise<number> {
  const { tx, actor, now, request } = ctx;
  const deliverAt = parseDeliveryTime(timestamp, now);
  await assertCanReadMessage(tx, { ...actor, isSpectator: false }, messageId);
  const row = await insertScheduled(tx, actor, {
    user_ids: [actor.id],
    content: text.content,
    rendered_content: text.rendered.html,
    client: request.client,
    deliver_at: deliverAt,
    target_id: messageId,
    note,
  });
  emit(tx, toUser(actor), remindersAdded([{ ...row, target_id: messageId }]));
  return row.id;
}
