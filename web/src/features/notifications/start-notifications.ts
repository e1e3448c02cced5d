import { decide, type Occasion } from "@parlance/contract/notifications/notification-decision.ts";
import type { Event } from "@parlance/contract/events/index.ts";
import type { State } from "@parlance/contract/state/index.ts";
import type { Client } from "../../client/connection/client.ts";
import { addressOf, placeAt } from "../../client/routes/route-address.ts";
import { type FeedPlace, narrowOf, placeOf } from "../../client/routes/route.ts";
import type { KnownMessage } from "../../client/replica/messages/messages.ts";
import { keyOf } from "../../client/routes/narrow.ts";
import { channelsById, subscriptionsById } from "../../client/replica/selectors/entities-by-id.ts";
import { HOME_CHANNEL, homeOf } from "../../client/replica/selectors/home-route.ts";
import { allUnreadIds } from "../../client/replica/selectors/unread/unread-ids.ts";
import { keptChoice } from "../../hooks/persisted-choice.ts";
import { destinationOf } from "../../client/replica/selectors/message-destination.ts";
import { words } from "../../base/words/index.ts";
import type { GoTo } from "../../worker/worker-messages.ts";
import { isAudible } from "./should-play-sound.ts";
import { noticeFacts } from "./facts.ts";
import { isLookedAt, lookAt } from "./viewed-conversation.ts";
import { openDesk, type Desk } from "./desktop-notification.ts";
import { play } from "./notification-sound.ts";
import { textOf } from "./notification-text.ts";

/** Tells of what happens while the page is open, and takes back what was read. */
export function startNotices(client: Client): void {
  const desk = openDesk();
  client.onEvents((events, known) => {
    const read = events.flatMap(readIn);
    if (read.length > 0) desk.takeBack(read);
    for (const [index, event] of events.entries()) {
      if (event.type === "message") void tell(client, desk, event, known[index] ?? client.state.get());
    }
  });
  onceLive(client, () => {
    const state = client.state.get();
    desk.review(allUnreadIds(state), state.max_message_id ?? 0);
  });
  const home = () => homeOf(client.state.get(), keptChoice<number | null>(HOME_CHANNEL, null));
  const look = () => lookAt(client.me, placeAt(location.hash, client.me) ?? home());
  for (const name of ["hashchange", "focus", "blur"]) window.addEventListener(name, look);
  document.addEventListener("visibilitychange", look);
  look();
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    const told = data as GoTo;
    if (told.kind === "go") location.hash = told.hash;
  });
}

/** Acts when the page knows what is so now: at its start it may know what was so when it was last open. */
function onceLive({ status }: Client, act: () => void): void {
  if (status.get().phase === "live") return act();
  const stop = status.subscribe(() => {
    if (status.get().phase !== "live") return;
    stop();
    act();
  });
}

type MessageEvent = Extract<Event, { readonly type: "message" }>;

/** `state`: as it was when the message came. Who begins to follow a topic is not told of what was written there before. */
async function tell(client: Client, desk: Desk, { message, flags }: MessageEvent, state: State): Promise<void> {
  const known: KnownMessage = { ...message, flags: [...(flags ?? [])] };
  const facts = noticeFacts(state, known, client.now());
  const verdict = facts && decide(facts).browser;
  if (!verdict?.isTold || !speaks(client)) return;
  const place = placeOf(destinationOf(known, client.me), known.id);
  const { stream_id: channelId } = known;
  const seenIn = [place, ...feedsOf(known)].map((one) => keyOf(narrowOf(one)));
  if (await isLookedAt(client.me, seenIn)) return;
  const settings = state.user_settings;
  sound(state, verdict.why, channelId);
  const isSecret = channelId === undefined && settings?.pm_content_in_desktop_notifications === false;
  const text = isSecret ? words.notices.newMessage : textOf(known.content);
  const channel = channelId === undefined ? undefined : channelsById(state).get(channelId);
  desk.show({
    type: "message",
    message_id: known.id,
    title: channel ? words.notices.topic(channel.name, known.subject) : known.sender_full_name,
    body: channel ? words.notices.said(known.sender_full_name, text) : text,
    url: `${location.origin}/${addressOf(place, namesIn(client))}`,
    time: known.timestamp,
  });
}

/** The lists beside its conversation in which a message is seen. */
function feedsOf(message: KnownMessage): readonly FeedPlace[] {
  const { stream_id: channelId } = message;
  return [
    { kind: "all", near: null },
    ...(channelId === undefined ? [] : [{ kind: "channel", channelId, near: null } as const]),
    ...(isMention(message) ? [{ kind: "mentions", near: null } as const] : []),
  ];
}

const isMention = ({ flags }: KnownMessage): boolean =>
  flags.includes("mentioned") || flags.some((flag) => flag.endsWith("wildcard_mentioned"));

/** Plays the person's sound, where they want one. */
function sound(state: State, why: Occasion, channelId: number | undefined): void {
  const { user_settings: settings } = state;
  const own = channelId === undefined ? undefined : subscriptionsById(state).get(channelId);
  if (settings && isAudible(settings, why, own?.audible_notifications ?? null)) play(settings.notification_sound);
}

/** One page of several speaks; where browsers let pages not choose one, the one that somebody sees. */
const speaks = (client: Client): boolean =>
  navigator.locks ? client.isSpeaker() : document.visibilityState === "visible";

const namesIn = ({ state }: Client) => ({
  channel: (id: number) => channelsById(state.get()).get(id)?.name,
  person: () => undefined,
});

const readIn = (event: Event): readonly number[] =>
  event.type === "update_message_flags" && event.op === "add" && event.flag === "read" ? event.messages : [];
