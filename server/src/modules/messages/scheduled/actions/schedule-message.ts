import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import type { OutgoingMessage } from "#modules/messages/send/outgoing-message.ts";
import { assertCanSend } from "#modules/messages/send/send-permission.ts";
import { parseDeliveryTime } from "../delivery-time.ts";
import { scheduledMessagesAdded } from "../events.ts";
import { scheduledColumns } from "../scheduled-columns.ts";
import { insertScheduled } from "./insert-scheduled.ts";

interface ScheduleRequest {
  readonly outgoing: OutgoingMessage;
  readonly timestamp: number;
  /**
   * Whether the message is read for its sender when it is sent. If undefined, the default of the scheduling client
   * applies, but a message to the sender alone is unread.
   */
  readonly readBySender: boolean | undefined;
}

/** Schedules a message. The actor must be allowed to send the message now. Returns the id of the scheduled message. */
export async function scheduleMessage(
  ctx: Write,
  { outgoing, timestamp, readBySender }: ScheduleRequest,
): Promise<number> {
  const { tx, actor, snapshot, now } = ctx;
  const deliverAt = parseDeliveryTime(timestamp, now);
  await assertCanSend(tx, snapshot, outgoing);
  const { draft } = outgoing;
  const isToSelf = draft.to.kind === "direct" && draft.to.userIds.length === 1;
  const row = await insertScheduled(tx, actor, {
    ...scheduledColumns(outgoing),
    client: draft.client,
    read_by_sender: readBySender ?? (draft.readBy.includes(actor.id) && !isToSelf),
    deliver_at: deliverAt,
  });
  emit(tx, toUser(actor), scheduledMessagesAdded([row]));
  return row.id;
}
