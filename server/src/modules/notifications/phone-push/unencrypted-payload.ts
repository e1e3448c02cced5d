import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/message-text.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { UNKNOWN_NAME } from "#modules/users/core/visibility/placeholder-user.ts";
import { brandName, withBrandNames } from "#modules/notifications/push-devices/payload/brand-names.ts";
import { plainBase } from "#modules/notifications/push-devices/payload/unencrypted-base-payload.ts";
import type { MissedPlace } from "../email/missed-messages.ts";
import {
  type AboutMessage,
  contentOf,
  groupConversation,
  groupIn,
  type PhoneOwner,
  senderEmail,
  senderOf,
  unixSeconds,
} from "./encrypted-payload.ts";
import { fullest, type Room } from "../email/excerpt-length.ts";
import { isSmall } from "./sizes.ts";

/** A notice for phones without keys: the relay and the makers' services can read it. */
export interface PlainNotice {
  readonly apple: Readonly<Record<string, unknown>>;
  readonly google: Readonly<Record<string, unknown>>;
}

/** What is told where only phones with keys may know of whom and what a message is. */
const WITHHELD = "New message";

/** A message as phones without keys are told of it. `brand`: see `brandName`. */
export function plainNotice(owner: PhoneOwner, about: AboutMessage, brand: string): PlainNotice {
  const { require_e2ee_push_notifications: isWithheld } = owner.directory.of(organization).settings;
  const fits = ({ apple, google }: PlainNotice) => isSmall(apple) && isSmall(google);
  const open = (room: Room) => openNotice(owner, about, { ...room, brand });
  return (isWithheld ? undefined : fullest(open, fits)) ?? withheldNotice(owner, about, brand);
}

type Form = Room & { readonly brand: string };

function openNotice(owner: PhoneOwner, about: AboutMessage, form: Form): PlainNotice {
  const google = forGoogle(owner, about, form);
  return inBothForms(
    { title: titleOf(about, form), subtitle: subtitleOf(about), body: google.content },
    google,
    form.brand,
  );
}

/** That there is a message, and its numbers: where the organization has it so, and where its names alone would be too long. */
function withheldNotice(owner: PhoneOwner, about: AboutMessage, brand: string): PlainNotice {
  const form = { characters: WITHHELD.length, hasNames: true, brand };
  const google = forGoogle(owner, withheld(about), form);
  const small = isSmall(google) ? google : forGoogle(owner, withheld(about), { ...form, hasNames: false });
  return inBothForms({ title: WITHHELD }, small, brand);
}

function inBothForms(alert: object, google: ReturnType<typeof forGoogle>, brand: string): PlainNotice {
  const service = { ...forApple(google), message_ids: [google.service_message_id] };
  const aps = { alert, sound: "default", badge: 0 };
  // There is no room for two names of the same.
  return {
    google: withBrandNames(google, brand),
    apple: { aps, [brandName("service", brand)]: withBrandNames(service, brand) },
  };
}

function forGoogle(owner: PhoneOwner, about: AboutMessage, form: Form) {
  const { message, place } = about;
  return {
    ...baseFor(owner),
    ...senderOf(owner, message),
    sender_email: senderEmail(owner, message),
    ...groupIn(about),
    ...recipientOf(place, owner.reader.id, form),
    event: "message",
    service_message_id: message.id,
    time: unixSeconds(message),
    content: contentOf(message, form),
  };
}

/** A message without names and without its text: only numbers say where it is. */
const withheld = ({ place, message, occasion }: AboutMessage): AboutMessage => ({
  occasion,
  place: "channel" in place ? { channel: { ...place.channel, name: "" }, topic: "" } : place,
  message: { ...message, html: WITHHELD, sender: UNKNOWN_NAME, isSenderKnown: false },
  group: null,
});

/** Messages that phones without keys are to show no longer. */
export function plainRemoval(owner: PhoneOwner, ids: readonly number[], brand: string): PlainNotice {
  const google = { ...baseFor(owner), event: "remove", service_message_ids: ids.join() };
  return {
    google: withBrandNames(google, brand),
    apple: { aps: { badge: 0 }, [brandName("service", brand)]: withBrandNames(forApple(google), brand) },
  };
}

const baseFor = ({ realm, name, reader }: PhoneOwner) => plainBase({ id: realm.id, url: realm.url, name }, reader.id);

/** Apple's phones know the organization by its address alone. */
const forApple = ({ server: _server, realm_id: _id, ...rest }: ReturnType<typeof baseFor>) => rest;

function recipientOf(place: MissedPlace, userId: number, room: Room) {
  if (!("channel" in place)) return { recipient_type: "private", ...groupConversation(place, userId, room) };
  const { id, name } = place.channel;
  return { recipient_type: "stream", stream: name, stream_id: id, topic: place.topic };
}

function titleOf({ place, message }: AboutMessage, { hasNames }: Room): string {
  if ("channel" in place) return `#${place.channel.name} > ${place.topic === "" ? EMPTY_TOPIC_NAME : place.topic}`;
  return place.others.length > 1 && hasNames ? place.others.map(({ name }) => name).join(", ") : message.sender;
}

function subtitleOf({ place, message: { sender }, occasion, group }: AboutMessage): string {
  if (occasion === "wildcard_mention") return `${sender} mentioned everyone:`;
  if (occasion === "mention") return `${sender} mentioned ${group ? `@${group.name}` : "you"}:`;
  return "others" in place && place.others.length < 2 ? "" : `${sender}:`;
}
