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

/**
 * Maximum size of an unencrypted notification, in bytes. It is smaller than the push services' limit, because the relay
 * adds some bytes.
 */
const MAX_PAYLOAD_BYTES = 4000;
/** Maximum size of a notification before encryption and base64 encoding, in bytes. */
const MAX_ENCRYPTED_PAYLOAD_BYTES = 2850;

const payloadSize = (notice: object): number => Buffer.byteLength(JSON.stringify(notice));

const fitsWhenEncrypted = (notice: object): boolean => payloadSize(notice) <= MAX_ENCRYPTED_PAYLOAD_BYTES;
export const fitsUnencrypted = (notice: object): boolean => payloadSize(notice) <= MAX_PAYLOAD_BYTES;

/** The user whose phones are notified, with the name of the organization. */
export type PhoneOwner = NonNullable<Awaited<ReturnType<typeof findReachableUser>>> & { readonly name: string };

/**
 * A message that phones are notified of: its conversation, the reason for the notification, and the group that it
 * mentions.
 */
export interface MessageDetails {
  readonly target: MissedConversationTarget;
  readonly message: ShownMessage;
  readonly occasion: NotificationReason;
  readonly group: { readonly id: number; readonly name: string } | null;
}

/**
 * Creates the payload for a message, before encryption. The text is truncated and, if necessary, the list of users left
 * out, so that it fits.
 */
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

/** Creates the payload that removes notifications of messages from a phone, before encryption. */
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

/** Returns the fields about the sender, as the recipient may see the sender. */
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

/**
 * Returns the field with the ids of all users in a group conversation. There is no field for other conversations, or if
 * names are left out.
 */
export function groupConversationFields(
  { others }: Extract<MissedConversationTarget, { readonly others: unknown }>,
  userId: number,
  { includesNames }: ExcerptLimits,
) {
  const ids = [userId, ...others.map(({ id }) => id)].toSorted((one, other) => one - other);
  return ids.length > 2 && includesNames ? { pm_users: ids.join() } : {};
}
