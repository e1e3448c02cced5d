import type { Row } from "@parlance/kernel/db/types.ts";
import {
  prepareOutgoingMessage,
  type OutgoingMessage,
  type SendRequest,
  type SenderContext,
} from "#modules/messages/send/outgoing-message.ts";
import { parseDeliveryTime } from "./delivery-time.ts";
import { DeliveryTimeNotInFuture, NothingToChange, RecipientRequired, TopicRequired } from "./errors.ts";
import { loadScheduled } from "./policy.ts";
import { isChannelType, parseRecipientIds, type ScheduledType } from "./recipients.ts";

/** The requested changes of a scheduled message. */
export interface EditRequest {
  readonly type?: ScheduledType | undefined;
  readonly to?: unknown;
  readonly content?: string | undefined;
  readonly topic?: string | undefined;
  readonly scheduled_delivery_timestamp?: number | undefined;
}

/**
 * A validated edit. It can be stored if the scheduled message still has this revision; otherwise it must be prepared
 * again.
 */
export interface PreparedEdit {
  readonly revision: number;
  /** The message as it will be sent. Undefined if only the delivery time changes. */
  readonly outgoing: OutgoingMessage | undefined;
  readonly deliverAt: Date | undefined;
}

/** Validates an edit, as far as this is possible before anything is locked. */
export async function prepareEdit(
  writer: SenderContext & { readonly now: Date },
  id: number,
  request: EditRequest,
): Promise<PreparedEdit> {
  assertComplete(request);
  const { scheduled_delivery_timestamp: timestamp } = request;
  if (request.type !== undefined) parseRecipientIds(request.type, request.to);
  const deliverAt = timestamp === undefined ? undefined : parseDeliveryTime(timestamp, writer.now);
  const before = await loadScheduled(writer.db, writer.actor, id);
  if (before.is_failed && deliverAt === undefined) throw new DeliveryTimeNotInFuture();
  const outgoing = changesOnlyTime(request)
    ? undefined
    : await prepareOutgoingMessage(writer, mergeRequest(before, request), before.client);
  return { revision: before.revision, outgoing, deliverAt };
}

/** Validates the parameters of an edit, as far as they do not depend on the scheduled message. */
function assertComplete({ type, to, topic, ...rest }: EditRequest): void {
  if ([type, to, topic, ...Object.values(rest)].every((value) => value === undefined)) throw new NothingToChange();
  if (type === undefined) return;
  if (to === undefined) throw new RecipientRequired();
  if (isChannelType(type) && topic === undefined) throw new TopicRequired();
}

const changesOnlyTime = ({ type, to, content, topic }: EditRequest): boolean =>
  [type, to, content, topic].every((value) => value === undefined);

type SendableRow = Pick<Row<"scheduled_message">, "channel_id" | "user_ids" | "topic" | "content" | "read_by_sender">;

/** Converts a scheduled message to the request that sends it. */
export const sendRequestOf = (row: SendableRow): SendRequest => ({
  ...(row.channel_id === null
    ? { type: "direct" as const, to: row.user_ids ?? [] }
    : { type: "channel" as const, to: row.channel_id, topic: row.topic }),
  content: row.content,
  read_by_sender: row.read_by_sender,
});

/** Converts a scheduled message with the changes of an edit to the request that sends it. */
function mergeRequest(before: Row<"scheduled_message">, edit: EditRequest): SendRequest {
  const old = sendRequestOf(before);
  const type = edit.type ?? old.type;
  return {
    ...old,
    type,
    to: edit.to === undefined ? old.to : parseRecipientIds(type, edit.to),
    content: edit.content ?? old.content,
    topic: edit.topic ?? old.topic,
  };
}
