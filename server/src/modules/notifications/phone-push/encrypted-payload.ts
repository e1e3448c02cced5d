import { placeholderEmail } from "#modules/users/core/email-addresses.ts";
import { resolveAvatarUrl } from "#modules/users/core/avatars/avatar-url.ts";
import { userRecordOf, users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { UNKNOWN_USER_AVATAR } from "#modules/users/core/visibility/placeholder-user.ts";
import { apiEmail } from "#modules/users/core/presentation.ts";
import type { UserRecord } from "#modules/users/core/queries.ts";
import type { NotificationReason } from "@parlance/contract/notifications/notification-decision.ts";
import type { MissedConversationTarget, ShownMessage } from "../email/missed-messages.ts";
import { plainText } from "@parlance/markdown/plain-text.ts";
import { truncate } from "../email/truncate.ts";
import type { findReachableUser } from "../core/reachable-user.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { findLargestFitting, type ExcerptLimits } from "../email/excerpt-length.ts";

/** What the services of phones' makers take of a notice, in bytes, and some less: the relay puts a little around it. */
const MAX_PAYLOAD_BYTES = 4000;
/** The same of one that is sealed and in base64, before that. */
const MAX_ENCRYPTED_PAYLOAD_BYTES = 2850;

const payloadSize = (notice: object): number => Buffer.byteLength(JSON.stringify(notice));

const fitsWhenEncrypted = (notice: object): boolean => payloadSize(notice) <= MAX_ENCRYPTED_PAYLOAD_BYTES;
export const fitsUnencrypted = (notice: object): boolean => payloadSize(notice) <= MAX_PAYLOAD_BYTES;

/** Whose phones are told, and what their organization is called. */
export type PhoneOwner = NonNullable<Awaited<ReturnType<typeof findReachableUser>>> & { readonly name: string };

/** A message that phones are told of, where it is, what it is to the reader, and by which group it mentions them. */
export interface MessageDetails {
  readonly target: MissedConversationTarget;
  readonly message: ShownMessage;
  readonly occasion: NotificationReason;
  readonly group: { readonly id: number; readonly name: string } | null;
}

/** A message as a phone is told of it, before that is encrypted. Names have bounds, so that there is room for them in any case. */
export const createEncryptedPayload = (owner: PhoneOwner, about: MessageDetails) =>
  required(findLargestFitting((room) => payloadWithin(room, owner, about), fitsWhenEncrypted));

const payloadWithin = (room: ExcerptLimits, owner: PhoneOwner, about: MessageDetails) => ({
  type: "message",
  ...basePayload(owner),
  ...senderFields(owner, about.message),
  message_id: about.message.id,
  time: unixSeconds(about.message),
  content: excerptOf(about.message, room),
  ...groupFields(about),
  ...recipientFields(about.target, owner.reader.id, room),
});

/** Messages that a phone is to show no longer, before that is encrypted. */
export const createRemovalPayload = (owner: PhoneOwner, ids: readonly number[]) => ({
  type: "remove",
  ...basePayload(owner),
  message_ids: ids,
});

const basePayload = ({ realm, name, reader }: PhoneOwner) => ({
  realm_url: realm.url,
  realm_name: name,
  user_id: reader.id,
});

/** Who wrote it, as the reader may know them. */
export function senderFields(owner: PhoneOwner, message: ShownMessage) {
  const account = findKnownSender(owner, message);
  const picture = account ? resolveAvatarUrl(account, owner.realm) : UNKNOWN_USER_AVATAR;
  return {
    sender_id: message.senderId,
    sender_full_name: message.sender,
    sender_avatar_url: new URL(picture, owner.realm.url).href,
  };
}

export function senderEmail(owner: PhoneOwner, message: ShownMessage): string {
  const account = findKnownSender(owner, message);
  return account ? apiEmail(account, owner.realm) : placeholderEmail(message.senderId, owner.realm);
}

function findKnownSender({ snapshot }: PhoneOwner, { senderId, isSenderKnown }: ShownMessage): UserRecord | undefined {
  const account = isSenderKnown ? snapshot.get(users).get(senderId) : undefined;
  return account && userRecordOf(account);
}

export const unixSeconds = ({ sentAt }: ShownMessage): number => Math.floor(sentAt.getTime() / 1000);

export const excerptOf = ({ html }: ShownMessage, { characters }: ExcerptLimits): string =>
  truncate(plainText(html), characters);

export const groupFields = ({ group }: MessageDetails) =>
  group && { mentioned_user_group_id: group.id, mentioned_user_group_name: group.name };

function recipientFields(place: MissedConversationTarget, userId: number, room: ExcerptLimits) {
  if (!("channel" in place)) return { recipient_type: "direct", ...groupConversationFields(place, userId, room) };
  const { id, name } = place.channel;
  return { recipient_type: "channel", channel_id: id, channel_name: name, topic: place.topic };
}

/** All who are in a direct conversation of more than two. */
export function groupConversationFields(
  { others }: Extract<MissedConversationTarget, { readonly others: unknown }>,
  userId: number,
  { includesNames }: ExcerptLimits,
) {
  const ids = [userId, ...others.map(({ id }) => id)].toSorted((one, other) => one - other);
  return ids.length > 2 && includesNames ? { pm_users: ids.join() } : {};
}
