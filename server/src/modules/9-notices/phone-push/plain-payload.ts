import { EMPTY_TOPIC_NAME } from "#modules/1-ground/conversations/text.ts";
import { organization } from "#modules/1-ground/realms/directory.ts";
import { UNKNOWN_NAME } from "#modules/1-ground/users/placeholders.ts";
import { plainBase } from "#modules/3-profiles/push-devices/plain-base.ts";
import type { MissedPlace } from "../notice-letters/missed.ts";
import {
  type AboutMessage,
  contentOf,
  groupConversation,
  groupIn,
  type PhoneOwner,
  senderEmail,
  senderOf,
  unixSeconds,
} from "./payload.ts";

/** A notice for phones without keys: the relay and the makers' services can read it. */
export interface PlainNotice {
  readonly apple: Readonly<Record<string, unknown>>;
  readonly google: Readonly<Record<string, unknown>>;
}

/** What is told where only phones with keys may know of whom and what a message is. */
const WITHHELD = "New message";

/** A message as phones without keys are told of it. */
export function plainNotice(owner: PhoneOwner, about: AboutMessage): PlainNotice {
  const { require_e2ee_push_notifications: isWithheld } = owner.directory.of(organization).settings;
  const told = isWithheld ? withheld(about) : about;
  const { message, place } = told;
  const google = {
    ...baseFor(owner),
    ...senderOf(owner, message),
    sender_email: senderEmail(owner, message),
    ...groupIn(told),
    ...recipientOf(place, owner.reader.id),
    event: "message",
    service_message_id: message.id,
    time: unixSeconds(message),
    content: contentOf(message),
  };
  const shown = { title: titleOf(told), subtitle: subtitleOf(told), body: google.content };
  const alert = isWithheld ? { title: WITHHELD } : shown;
  const service = { ...forApple(google), message_ids: [message.id] };
  return { google, apple: { aps: { alert, sound: "default", badge: 0 }, service } };
}

/** A message without names and without its text: only numbers say where it is. */
const withheld = ({ place, message }: AboutMessage): AboutMessage => ({
  place: "channel" in place ? { channel: { ...place.channel, name: "" }, topic: "" } : place,
  message: { ...message, html: WITHHELD, sender: UNKNOWN_NAME, isSenderKnown: false },
  group: null,
});

/** Messages that phones without keys are to show no longer. */
export function plainRemoval(owner: PhoneOwner, ids: readonly number[]): PlainNotice {
  const google = { ...baseFor(owner), event: "remove", service_message_ids: ids.join() };
  return { google, apple: { aps: { badge: 0 }, service: forApple(google) } };
}

const baseFor = ({ realm, name, reader }: PhoneOwner) => plainBase({ id: realm.id, url: realm.url, name }, reader.id);

/** Apple's phones know the organization by its address alone. */
const forApple = ({ server: _server, realm_id: _id, ...rest }: ReturnType<typeof baseFor>) => rest;

function recipientOf(place: MissedPlace, userId: number) {
  if (!("channel" in place)) return { recipient_type: "private", ...groupConversation(place, userId) };
  const { id, name } = place.channel;
  return { recipient_type: "stream", stream: name, stream_id: id, topic: place.topic };
}

function titleOf({ place, message }: AboutMessage): string {
  if ("channel" in place) return `#${place.channel.name} > ${place.topic === "" ? EMPTY_TOPIC_NAME : place.topic}`;
  return place.others.length > 1 ? place.others.map(({ name }) => name).join(", ") : message.sender;
}

function subtitleOf({ place, message: { sender, occasion }, group }: AboutMessage): string {
  if (occasion === "wildcard_mention") return `${sender} mentioned everyone:`;
  if (occasion === "mention") return `${sender} mentioned ${group ? `@${group.name}` : "you"}:`;
  return "others" in place && place.others.length < 2 ? "" : `${sender}:`;
}
