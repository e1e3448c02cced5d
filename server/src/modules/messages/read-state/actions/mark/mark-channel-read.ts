import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { accessChannel } from "#modules/channels/core/policy.ts";
import { flagsChanged } from "#modules/messages/read-state/events.ts";
import { findUnreadInChannel } from "#modules/messages/read-state/unread/find-unread.ts";
import { lockWholeReadState } from "../lock-read-state.ts";
import { deleteExceptions } from "../storage/delete-exceptions.ts";

/**
 * Marks all messages of a channel as read. The actor's clients receive an event that lists the messages that were
 * unread.
 * @throws InvalidChannelId
 */
export async function markChannelRead({ tx, snapshot, actor }: Write, channelId: number): Promise<void> {
  await lockWholeReadState(tx, actor.id);
  const { recipient_id: recipientId } = accessChannel(snapshot, actor, channelId, "content");
  const unread = await findUnreadInChannel(tx, actor.id, recipientId);
  if (unread.length === 0) return;
  await deleteExceptions(tx, actor.id, unread);
  const newest = unread.findLast((message) => !message.is_exception);
  if (newest) {
    await tx
      .updateTable("subscription")
      .set({ read_up_to: newest.id })
      .where("user_id", "=", actor.id)
      .where("channel_id", "=", channelId)
      .execute();
  }
  emit(tx, toUser(actor), flagsChanged({ op: "add", flag: "read", messages: unread.map(({ id }) => id) }));
}
