import { placeholderAddress } from "#modules/users/core/email-addresses.ts";
import { avatarAddress } from "#modules/users/core/avatars/avatar-url.ts";
import { factsOfKnown, people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { UNKNOWN_AVATAR } from "#modules/users/core/visibility/placeholder-user.ts";
import { apiEmail } from "#modules/users/core/presentation.ts";
import type { UserFacts } from "#modules/users/core/queries.ts";
import type { Occasion } from "@parlance/contract/notifications/notification-decision.ts";
import type { MissedPlace, ShownMessage } from "../email/missed-messages.ts";
import { plainText } from "@parlance/markdown/plain-text.ts";
import { shortened } from "../email/truncate.ts";
import type { reachedPerson } from "../core/reachable-user.ts";
import { required } from "#kernel/required.ts";
import { fullest, type Room } from "../email/excerpt-length.ts";
import { isSmallToSeal } from "./sizes.ts";

/** Whose phones are told, and what their organization is called. */
export type PhoneOwner = NonNullable<Awaited<ReturnType<typeof reachedPerson>>> & { readonly name: string };

/** A message that phones are told of, where it is, what it is to the reader, and by which group it mentions them. */
export interface AboutMessage {
  readonly place: MissedPlace;
  readonly message: ShownMessage;
  readonly occasion: Occasion;
  readonly group: { readonly id: number; readonly name: string } | null;
}

/** A message as a phone is told of it, before that is encrypted. Names have bounds, so that there is room for them in any case. */
export const phoneNotice = (owner: PhoneOwner, about: AboutMessage) =>
  required(fullest((room) => noticeIn(room, owner, about), isSmallToSeal));

const noticeIn = (room: Room, owner: PhoneOwner, about: AboutMessage) => ({
  type: "message",
  ...baseFor(owner),
  ...senderOf(owner, about.message),
  message_id: about.message.id,
  time: unixSeconds(about.message),
  content: contentOf(about.message, room),
  ...groupIn(about),
  ...recipientOf(about.place, owner.reader.id, room),
});

/** Messages that a phone is to show no longer, before that is encrypted. */
export const removal = (owner: PhoneOwner, ids: readonly number[]) => ({
  type: "remove",
  ...baseFor(owner),
  message_ids: ids,
});

const baseFor = ({ realm, name, reader }: PhoneOwner) => ({
  realm_url: realm.url,
  realm_name: name,
  user_id: reader.id,
});

/** Who wrote it, as the reader may know them. */
export function senderOf(owner: PhoneOwner, message: ShownMessage) {
  const account = knownSender(owner, message);
  const picture = account ? avatarAddress(account, owner.realm) : UNKNOWN_AVATAR;
  return {
    sender_id: message.senderId,
    sender_full_name: message.sender,
    sender_avatar_url: new URL(picture, owner.realm.url).href,
  };
}

export function senderEmail(owner: PhoneOwner, message: ShownMessage): string {
  const account = knownSender(owner, message);
  return account ? apiEmail(account, owner.realm) : placeholderAddress(message.senderId, owner.realm);
}

function knownSender({ directory }: PhoneOwner, { senderId, isSenderKnown }: ShownMessage): UserFacts | undefined {
  const account = isSenderKnown ? directory.of(people).get(senderId) : undefined;
  return account && factsOfKnown(account);
}

export const unixSeconds = ({ sentAt }: ShownMessage): number => Math.floor(sentAt.getTime() / 1000);

export const contentOf = ({ html }: ShownMessage, { characters }: Room): string =>
  shortened(plainText(html), characters);

export const groupIn = ({ group }: AboutMessage) =>
  group && { mentioned_user_group_id: group.id, mentioned_user_group_name: group.name };

function recipientOf(place: MissedPlace, userId: number, room: Room) {
  if (!("channel" in place)) return { recipient_type: "direct", ...groupConversation(place, userId, room) };
  const { id, name } = place.channel;
  return { recipient_type: "channel", channel_id: id, channel_name: name, topic: place.topic };
}

/** All who are in a direct conversation of more than two. */
export function groupConversation(
  { others }: Extract<MissedPlace, { readonly others: unknown }>,
  userId: number,
  { hasNames }: Room,
) {
  const ids = [userId, ...others.map(({ id }) => id)].toSorted((one, other) => one - other);
  return ids.length > 2 && hasNames ? { pm_users: ids.join() } : {};
}
