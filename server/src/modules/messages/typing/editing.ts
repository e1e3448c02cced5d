import type { EphemeralEvent } from "#kernel/events/ephemeral-event.ts";
import type { Read } from "#kernel/http/context.ts";
import { toUsers } from "#kernel/events/audience.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { channels, subscriptions } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { isHistoryShared, isPublic } from "#modules/channels/core/access/visibility-rules.ts";
import { loadPlacedFacts, type PlacedFacts } from "#modules/messages/read-state/user-message.ts";
import { conversationOf, subscribersWithout } from "#modules/messages/core/message-audience.ts";
import { mustBeEditable } from "#modules/messages/edits/edit-permission.ts";
import type { EditTypingBody } from "./events.ts";
import { hearersIn } from "./typing-audience.ts";
import { mustTellChannels, mustTellDirectly } from "./policy.ts";
import { originOf } from "./queries.ts";

/**
 * What to tell of somebody who edits a message; null: nobody hears of it.
 * @throws InvalidMessages, what editing it would throw, and those of policy.ts
 */
export async function editing(ctx: Read, op: "start" | "stop", messageId: number): Promise<EphemeralEvent | null> {
  const { db, actor, realm, directory } = ctx;
  const [message] = await loadPlacedFacts(db, actor, [messageId]);
  if (!message?.is_readable) throw new InvalidMessages();
  mustBeEditable(directory.of(organization).settings, ctx, await originOf(db, messageId));
  if (message.channel_id === null) mustTellDirectly(ctx);
  else mustTellChannels(ctx);
  const members = await thoseWith(ctx, message);
  const hearers = await hearersIn(ctx, members, [actor.id]);
  if (!hearers) return null;
  const recipient: EditTypingBody["recipient"] =
    message.channel_id === null
      ? { type: "direct", user_ids: members }
      : { type: "channel", channel_id: message.channel_id, topic: message.topic };
  const place = { sender_id: actor.id, message_id: messageId, recipient };
  const payload: EditTypingBody = { type: "typing_edit_message", op, ...place };
  return { audience: toUsers(realm.id, hearers), payload };
}

/** The people of a message's conversation, or those subscribers of its channel who have it. */
async function thoseWith({ db, directory }: Read, message: PlacedFacts): Promise<number[]> {
  const { id, recipient_id: recipientId, channel_id: channelId } = message;
  if (channelId === null) return conversationOf(db, recipientId);
  const [channel, subscribers] = [
    directory.of(channels).get(channelId),
    directory.of(subscriptions).subscribersOf(channelId),
  ];
  if (channel && (isPublic(channel) || isHistoryShared(channel))) return [...subscribers];
  const without = new Set(await subscribersWithout(db, id, channelId));
  return subscribers.filter((userId) => !without.has(userId));
}
