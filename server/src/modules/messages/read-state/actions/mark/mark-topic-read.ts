import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { accessChannel } from "#modules/channels/core/policy.ts";
import { EMPTY_TOPIC_NAME, topicKey } from "#modules/messages/conversations/message-text.ts";
import { NoSuchTopic } from "#modules/messages/read-state/errors.ts";
import { flagsChanged } from "#modules/messages/read-state/events.ts";
import { canSeeTopic } from "#modules/messages/read-state/queries.ts";
import { findUnreadInChannel } from "#modules/messages/read-state/unread/find-unread.ts";
import { lockWholeReadState } from "../lock-read-state.ts";
import { markKnownUnreadRead } from "./mark-read.ts";

/**
 * Marks all messages of a topic as read. The actor's clients receive an event that lists the messages that were unread.
 * @throws InvalidChannelId
 * @throws NoSuchTopic if the actor can see no message in the topic
 */
export async function markTopicRead({ tx, snapshot, actor }: Write, channelId: number, name: string): Promise<void> {
  await lockWholeReadState(tx, actor.id);
  const channel = accessChannel(snapshot, actor, channelId, "content");
  const key = name === EMPTY_TOPIC_NAME ? "" : topicKey(name);
  if (!(await canSeeTopic(tx, actor.id, channel, key))) throw new NoSuchTopic({ topic_name: name });
  const unread = await findUnreadInChannel(tx, actor.id, channel.recipient_id, key);
  if (unread.length === 0) return;
  await markKnownUnreadRead(tx, actor.id, unread);
  emit(tx, toUser(actor), flagsChanged({ op: "add", flag: "read", messages: unread.map(({ id }) => id) }));
}
