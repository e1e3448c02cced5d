import { sql } from "kysely";
import type { Row, Tx } from "#kernel/db/types.ts";
import { lockPosition } from "#kernel/events/log.ts";
import type { Write } from "#kernel/http/context.ts";
import { certain } from "#modules/channels/certain.ts";
import { thoseWhoHaveAny } from "#modules/messages/audiences.ts";
import { topicKey } from "#modules/messages/text.ts";
import { lockMarks } from "#modules/read-state/actions/lock-marks.ts";
import type { Move } from "../move.ts";
import { changesOf } from "../policy.ts";
import { resolutionOf } from "../resolution.ts";
import type { Relocation } from "../relocation.ts";
import { carryReadState } from "./carry-read-state.ts";
import { carryVisibility } from "./carry-visibility.ts";
import type { Movable } from "./lock-for-move.ts";
import { noteRelocation } from "./note-relocation.ts";
import { postMoveNotices } from "./post-move-notices.ts";
import { postResolution, withdrawResolution } from "./post-resolution.ts";
import { storeMove } from "./store-move.ts";
import { tellOfMove, tellOfRelocation } from "./tell-of-move.ts";

/**
 * Moves messages to another topic, to another channel or to both, with what people know and want of them, and tells
 * those who have them before or after. The messages must be locked by `lockForMove`, and the move authorized. Does
 * nothing where topic and channel are what they were. Takes the organization's position.
 */
export async function moveMessages(ctx: Write, movable: Movable, move: Move): Promise<void> {
  const { tx, realm } = ctx;
  const { topic, channelId } = changesOf(movable, move);
  if (topic === undefined && channelId === undefined) return;
  const relocation = await loadRelocation(tx, movable, { topic, channelId });
  if (channelId !== undefined) await lockMarks(tx, relocation.ids);
  const withdrawn = await withdrawResolution(ctx, relocation);
  await lockPosition(tx, realm.id);
  const course = withdrawn === null ? relocation : without(relocation, withdrawn);
  const isTargetNew = await isEmpty(tx, course.to);
  const before = await thoseWhoHaveAny(tx, realm.id, placeOf(course.from), course.ids);
  const lostStars = channelId === undefined ? [] : await carryReadState(tx, course);
  await storeMove(ctx, course, move.contentEdit);
  if (channelId === undefined) await tellOfMove(ctx, course, move, before);
  else {
    await tellOfRelocation(ctx, course, move, { before, lostStars });
    await noteRelocation(ctx, course);
  }
  const isComplete = await isEmpty(tx, course.from);
  if (isComplete) await carryVisibility(ctx, course, isTargetNew);
  if (course.resolution === null) await postMoveNotices(ctx, course, { ...move, isComplete });
  else if (withdrawn === null) await postResolution(ctx, course, movable.noticeReaders);
}

async function loadRelocation(tx: Tx, movable: Movable, changes: ReturnType<typeof changesOf>): Promise<Relocation> {
  const { message, concerned } = movable;
  const { topic, channelId } = changes;
  const fromId = message.channel_id;
  if (fromId === null) throw new Error("a direct message does not move");
  const channels = await loadChannels(tx, channelId === undefined ? [fromId] : [fromId, channelId]);
  const channel = (id: number) => certain(channels.find((one) => one.id === id));
  // What differs in its spelling alone may be as it shall be already.
  const moved = concerned.filter((one) => channelId !== undefined || one.topic !== topic);
  return {
    messageId: message.id,
    ids: moved.map(({ id }) => id),
    from: { channel: channel(fromId), topic: message.topic },
    to: { channel: channel(channelId ?? fromId), topic: topic ?? message.topic },
    changesTopic: topic !== undefined,
    changesChannel: channelId !== undefined,
    resolution: topic !== undefined && channelId === undefined ? resolutionOf(message.topic, topic) : null,
  };
}

const loadChannels = (tx: Tx, ids: readonly number[]): Promise<Row<"channel">[]> =>
  tx
    .selectFrom("channel")
    .selectAll()
    .where("id", "=", sql<number>`any(${ids}::int[])`)
    .execute();

const placeOf = ({ channel }: Relocation["from"]) => ({ recipient_id: channel.recipient_id, channel_id: channel.id });

const without = (relocation: Relocation, id: number): Relocation => ({
  ...relocation,
  ids: relocation.ids.filter((one) => one !== id),
});

/** Whether nothing is written in a topic. */
async function isEmpty(tx: Tx, { channel, topic }: Relocation["from"]): Promise<boolean> {
  const message = await tx
    .selectFrom("message")
    .select("id")
    .where("recipient_id", "=", channel.recipient_id)
    .where("topic_key", "=", topicKey(topic))
    .limit(1)
    .executeTakeFirst();
  return message === undefined;
}
