import { toUser } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/event-log.ts";
import type { Write } from "#kernel/http/context.ts";
import type { Outgoing } from "#modules/messages/send/outgoing-message.ts";
import { mustBeSendable } from "#modules/messages/send/permissions/assert-can-send.ts";
import { deliveryTime } from "../delivery-time.ts";
import { messagesScheduled } from "../events.ts";
import { columnsOf } from "../scheduled-columns.ts";
import { addWaiting } from "./insert-scheduled.ts";

interface Wish {
  readonly outgoing: Outgoing;
  readonly timestamp: number;
  /** Undefined: as usual with the program that it is scheduled with, but messages to oneself stay unread. */
  readonly readBySender: boolean | undefined;
}

/** Lets a message wait that the actor could send now, and returns its id. */
export async function scheduleMessage(ctx: Write, { outgoing, timestamp, readBySender }: Wish): Promise<number> {
  const { tx, actor, directory, now } = ctx;
  const deliverAt = deliveryTime(timestamp, now);
  await mustBeSendable(tx, directory, outgoing);
  const { draft } = outgoing;
  const isToSelf = draft.to.kind === "direct" && draft.to.userIds.length === 1;
  const row = await addWaiting(tx, actor, {
    ...columnsOf(outgoing),
    client: draft.client,
    read_by_sender: readBySender ?? (draft.readBy.includes(actor.id) && !isToSelf),
    deliver_at: deliverAt,
  });
  emit(tx, toUser(actor), messagesScheduled([row]));
  return row.id;
}
