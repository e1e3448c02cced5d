import {
  decideNotification,
  type NotificationReason,
  type ChannelInput,
  type DecisionInput,
} from "@parlance/contract/notifications/notification-decision.ts";
import type { Event } from "@parlance/contract/events/index.ts";
import type { State } from "@parlance/contract/state/index.ts";
import type { Client } from "../../client/connection/client.ts";
import type { RouteTable } from "../../client/routes/route-table.ts";
import { type FeedRoute, narrowOf, conversationRoute } from "../../client/routes/route.ts";
import type { KnownMessage } from "../../client/replica/messages/messages.ts";
import { narrowKey } from "../../client/routes/narrow.ts";
import { channelsById, subscriptionsById } from "../../client/replica/selectors/entities-by-id.ts";
import { HOME_CHANNEL_KEY, homeRoute } from "../../client/replica/selectors/home-route.ts";
import { allUnreadIds } from "../../client/replica/selectors/unread/unread-ids.ts";
import { readPersistedChoice } from "../../hooks/persisted-choice.ts";
import { messageDestination } from "../../client/replica/selectors/message-destination.ts";
import { words } from "../../base/words/index.ts";
import type { GoToMessage } from "../../worker/worker-messages.ts";
import { shouldPlaySound } from "./should-play-sound.ts";
import { isConversationViewed, setViewedConversation } from "./viewed-conversation.ts";
import { createDesktopNotifications, type DesktopNotifications } from "./desktop-notification.ts";
import { playNotificationSound } from "./notification-sound.ts";
import { notificationText } from "./notification-text.ts";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import { isDoNotDisturbActive } from "../../client/replica/selectors/users/do-not-disturb.ts";
import { topicVisibility } from "../../client/replica/selectors/channels/topics.ts";

/**
 * Returns the data that determines whether this page shows a notification for a new message. Null while the user's
 * settings are unknown.
 */
function notificationContext(state: State, message: KnownMessage, nowMs: number): DecisionInput | null {
  const { user_settings: settings, user_id: me } = state;
  const { stream_id: channelId, subject, flags, sender_id } = message;
  if (!settings) return null;
  return {
    isRecipient: true,
    isSender: sender_id === me,
    isBot: false,
    isActive: true,
    isSenderMuted: (state.muted_users ?? []).some(({ id }) => id === sender_id),
    isRead: flags.includes("read"),
    // False although the user is online. For online users, the decision forbids browser notifications because an open
    // page shows them itself, and this is that page.
    isOnline: false,
    isInQuietHours: isDoNotDisturbActive(state, nowMs),
    channel: channelId === undefined ? null : channelContext(state, channelId, subject),
    isMentioned: flags.includes("mentioned"),
    isWildcardMentioned: flags.some((flag) => flag.endsWith("wildcard_mentioned")),
    hasAlertWord: flags.includes("has_alert_word"),
    settings,
  };
}

function channelContext(state: State, channelId: number, topic: string): ChannelInput {
  const own = subscriptionsById(state).get(channelId);
  const policy = topicVisibility(state, channelId, topic);
  return {
    isMuted: own?.is_muted ?? false,
    topic: policy === visibilityPolicies.inherited ? null : policy,
    settings: {
      desktop_notifications: own?.desktop_notifications ?? null,
      push_notifications: own?.push_notifications ?? null,
      email_notifications: own?.email_notifications ?? null,
      wildcard_mentions_notify: own?.wildcard_mentions_notify ?? null,
    },
  };
}

/**
 * While the page is open, shows notifications for new messages, and closes the notifications of messages that have been
 * read.
 */
export function startNotifications(client: Client, routes: RouteTable): void {
  const desk = createDesktopNotifications();
  client.onEvents((events, known) => {
    const read = events.flatMap(readMessageIds);
    if (read.length > 0) desk.close(read);
    for (const [index, event] of events.entries()) {
      if (event.type === "message")
        void notifyOfMessage({ client, routes, desk }, event, known[index] ?? client.state.get());
    }
  });
  whenConnected(client, () => {
    const state = client.state.get();
    desk.review(allUnreadIds(state), state.max_message_id ?? 0);
  });
  const home = () => homeRoute(client.state.get(), readPersistedChoice<number | null>(HOME_CHANNEL_KEY, null));
  const look = () => setViewedConversation(client.me, routes.parse(location.hash, client.me) ?? home());
  for (const name of ["hashchange", "focus", "blur"]) window.addEventListener(name, look);
  document.addEventListener("visibilitychange", look);
  look();
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    const message = data as GoToMessage;
    if (message.kind === "go") location.hash = message.hash;
  });
}

/**
 * Calls `act` once the page has the current state. Before that, the page may show the state that was persisted at the
 * last visit.
 */
function whenConnected({ status }: Client, act: () => void): void {
  if (status.get().phase === "live") return act();
  const stop = status.subscribe(() => {
    if (status.get().phase !== "live") return;
    stop();
    act();
  });
}

type MessageEvent = Extract<Event, { readonly type: "message" }>;

interface NotificationContext {
  readonly client: Client;
  readonly routes: RouteTable;
  readonly desk: DesktopNotifications;
}

/**
 * Shows a notification for a message. `state` must be the state when the message was received, not a later one: a user
 * who starts to follow a topic is not notified of earlier messages.
 */
async function notifyOfMessage(
  { client, routes, desk }: NotificationContext,
  { message, flags }: MessageEvent,
  state: State,
): Promise<void> {
  const known: KnownMessage = { ...message, flags: [...(flags ?? [])] };
  const facts = notificationContext(state, known, client.now());
  const verdict = facts && decideNotification(facts).browser;
  if (!verdict?.isNotified || !isNotifyingPage(client)) return;
  const place = conversationRoute(messageDestination(known, client.me), known.id);
  const { stream_id: channelId } = known;
  const seenIn = [place, ...feedsContaining(known)].map((one) => narrowKey(narrowOf(one)));
  if (await isConversationViewed(client.me, seenIn)) return;
  const settings = state.user_settings;
  playSoundFor(state, verdict.reason, channelId);
  const isSecret = channelId === undefined && settings?.pm_content_in_desktop_notifications === false;
  const text = isSecret ? words.notifications.newMessage : notificationText(known.content);
  const channel = channelId === undefined ? undefined : channelsById(state).get(channelId);
  desk.show({
    type: "message",
    message_id: known.id,
    title: channel ? words.notifications.topic(channel.name, known.subject) : known.sender_full_name,
    body: channel ? words.notifications.said(known.sender_full_name, text) : text,
    url: `${location.origin}/${routes.format(place, routeNames(client))}`,
    time: known.timestamp,
  });
}

/** Returns the message lists in which a message appears, except for the list of its conversation. */
function feedsContaining(message: KnownMessage): readonly FeedRoute[] {
  const { stream_id: channelId } = message;
  return [
    { kind: "all", near: null },
    ...(channelId === undefined ? [] : [{ kind: "channel", channelId, near: null } as const]),
    ...(isMention(message) ? [{ kind: "mentions", near: null } as const] : []),
  ];
}

const isMention = ({ flags }: KnownMessage): boolean =>
  flags.includes("mentioned") || flags.some((flag) => flag.endsWith("wildcard_mentioned"));

/** Plays the user's notification sound, unless the settings forbid it. */
function playSoundFor(state: State, why: NotificationReason, channelId: number | undefined): void {
  const { user_settings: settings } = state;
  const own = channelId === undefined ? undefined : subscriptionsById(state).get(channelId);
  if (settings && shouldPlaySound(settings, why, own?.audible_notifications ?? null))
    playNotificationSound(settings.notification_sound);
}

/**
 * Returns true if this page, of all pages that the user has open, shows the notifications. It is the leading page or,
 * in browsers without `navigator.locks`, the visible page.
 */
const isNotifyingPage = (client: Client): boolean =>
  navigator.locks ? client.isLeadingTab() : document.visibilityState === "visible";

const routeNames = ({ state }: Client) => ({
  channel: (id: number) => channelsById(state.get()).get(id)?.name,
  person: () => undefined,
});

const readMessageIds = (event: Event): readonly number[] =>
  event.type === "update_message_flags" && event.op === "add" && event.flag === "read" ? event.messages : [];
