import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/message-text.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { UNKNOWN_USER_NAME } from "#modules/users/core/visibility/placeholder-user.ts";
import { brandName, withBrandNames } from "#modules/notifications/push-devices/payload/brand-names.ts";
import { createUnencryptedBasePayload } from "#modules/notifications/push-devices/payload/unencrypted-base-payload.ts";
import type { MissedConversationTarget } from "../email/missed-messages.ts";
import {
  type MessageDetails,
  excerptOf,
  groupConversationFields,
  groupFields,
  type PhoneOwner,
  senderEmail,
  senderFields,
  unixSeconds,
  fitsUnencrypted,
} from "./encrypted-payload.ts";
import { findLargestFitting, type ExcerptLimits } from "../email/excerpt-length.ts";

/**
 * A notification for phones without encryption keys, which the relay and the push services of Apple and Google can
 * read.
 */
export interface UnencryptedNotification {
  readonly apple: Readonly<Record<string, unknown>>;
  readonly google: Readonly<Record<string, unknown>>;
}

/** Title of a notification without the sender and the content. */
const HIDDEN_CONTENT_TITLE = "New message";

/**
 * Creates the notification of a message for phones without encryption keys. `brand` is the prefix of field names; see
 * `brandName`.
 */
export function createUnencryptedNotification(
  owner: PhoneOwner,
  about: MessageDetails,
  brand: string,
): UnencryptedNotification {
  const { require_e2ee_push_notifications: isWithheld } = owner.snapshot.get(organization).settings;
  const fits = ({ apple, google }: UnencryptedNotification) => fitsUnencrypted(apple) && fitsUnencrypted(google);
  const open = (room: ExcerptLimits) => fullNotification(owner, about, { ...room, brand });
  return (isWithheld ? undefined : findLargestFitting(open, fits)) ?? hiddenContentNotification(owner, about, brand);
}

type PayloadOptions = ExcerptLimits & { readonly brand: string };

function fullNotification(owner: PhoneOwner, about: MessageDetails, form: PayloadOptions): UnencryptedNotification {
  const google = forGoogle(owner, about, form);
  return forBothPlatforms(
    { title: notificationTitle(about, form), subtitle: notificationSubtitle(about), body: google.content },
    google,
    form.brand,
  );
}

/**
 * Returns a notification with ids instead of names and text. It is sent if the organization requires encryption, or if
 * the names alone would make the full notification too long.
 */
function hiddenContentNotification(owner: PhoneOwner, about: MessageDetails, brand: string): UnencryptedNotification {
  const form = { characters: HIDDEN_CONTENT_TITLE.length, includesNames: true, brand };
  const google = forGoogle(owner, withoutContent(about), form);
  const small = fitsUnencrypted(google)
    ? google
    : forGoogle(owner, withoutContent(about), { ...form, includesNames: false });
  return forBothPlatforms({ title: HIDDEN_CONTENT_TITLE }, small, brand);
}

function forBothPlatforms(alert: object, google: ReturnType<typeof forGoogle>, brand: string): UnencryptedNotification {
  const service = { ...forApple(google), message_ids: [google.service_message_id] };
  const aps = { alert, sound: "default", badge: 0 };
  // Each field is sent under one name only, because the size limit leaves no room for two.
  return {
    google: withBrandNames(google, brand),
    apple: { aps, [brandName("service", brand)]: withBrandNames(service, brand) },
  };
}

function forGoogle(owner: PhoneOwner, about: MessageDetails, form: PayloadOptions) {
  const { message, target } = about;
  return {
    ...basePayloadFor(owner),
    ...senderFields(owner, message),
    sender_email: senderEmail(owner, message),
    ...groupFields(about),
    ...recipientFields(target, owner.reader.id, form),
    event: "message",
    service_message_id: message.id,
    time: unixSeconds(message),
    content: excerptOf(message, form),
  };
}

/** Returns a message without names and text. Its conversation is identified only by ids. */
const withoutContent = ({ target, message, occasion }: MessageDetails): MessageDetails => ({
  occasion,
  target: "channel" in target ? { channel: { ...target.channel, name: "" }, topic: "" } : target,
  message: { ...message, html: HIDDEN_CONTENT_TITLE, sender: UNKNOWN_USER_NAME, isSenderKnown: false },
  group: null,
});

/** Creates the notification that removes earlier notifications of messages from phones without encryption keys. */
export function createUnencryptedRemoval(
  owner: PhoneOwner,
  ids: readonly number[],
  brand: string,
): UnencryptedNotification {
  const google = { ...basePayloadFor(owner), event: "remove", service_message_ids: ids.join() };
  return {
    google: withBrandNames(google, brand),
    apple: { aps: { badge: 0 }, [brandName("service", brand)]: withBrandNames(forApple(google), brand) },
  };
}

const basePayloadFor = ({ realm, name, reader }: PhoneOwner) =>
  createUnencryptedBasePayload({ id: realm.id, url: realm.url, name }, reader.id);

/** Returns the fields for Apple phones, which identify the organization only by its URL. */
const forApple = ({ server: _server, realm_id: _id, ...rest }: ReturnType<typeof basePayloadFor>) => rest;

function recipientFields(place: MissedConversationTarget, userId: number, room: ExcerptLimits) {
  if (!("channel" in place)) return { recipient_type: "private", ...groupConversationFields(place, userId, room) };
  const { id, name } = place.channel;
  return { recipient_type: "stream", stream: name, stream_id: id, topic: place.topic };
}

function notificationTitle({ target, message }: MessageDetails, { includesNames }: ExcerptLimits): string {
  if ("channel" in target) return `#${target.channel.name} > ${target.topic === "" ? EMPTY_TOPIC_NAME : target.topic}`;
  return target.others.length > 1 && includesNames ? target.others.map(({ name }) => name).join(", ") : message.sender;
}

function notificationSubtitle({ target, message: { sender }, occasion, group }: MessageDetails): string {
  if (occasion === "wildcard_mention") return `${sender} mentioned everyone:`;
  if (occasion === "mention") return `${sender} mentioned ${group ? `@${group.name}` : "you"}:`;
  return "others" in target && target.others.length < 2 ? "" : `${sender}:`;
}
