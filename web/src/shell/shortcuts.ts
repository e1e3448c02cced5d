import { useEffect, useRef } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import { visibilityPolicies, type VisibilityPolicy } from "@parlance/contract/entities/topic-visibility.ts";
import { setTopicVisibility } from "../client/actions/channels/set-topic-visibility.ts";
import type { Client } from "../client/connection/client.ts";
import { markReadWithUndo } from "../features/messages/message/actions/mark-read-with-undo.ts";
import { checkOutcome } from "../hooks/check-outcome.ts";
import { isMessagesRoute, isSameRoute, type Route, conversationRoute } from "../client/routes/route.ts";
import { messageDestination } from "../client/replica/selectors/message-destination.ts";
import {
  adjacentChannel,
  nextUnreadDirect,
  nextUnreadFollowed,
  nextUnreadTopic,
} from "../client/replica/selectors/unread/next-unread.ts";
import { topicVisibility } from "../client/replica/selectors/channels/topics.ts";
import { allUnreadIds, unreadIdsInRoute } from "../client/replica/selectors/unread/unread-ids.ts";
import { showToast } from "../base/ui/overlays/toasts.tsx";
import { words } from "../base/words/index.ts";
import { isInOverlay, isWriting, keyName } from "../hooks/navigation/key-name.ts";
import type { AppNavigator } from "../hooks/navigation/navigator.tsx";
import { isRouteOf, type ScreenDescriptor, screenRoute } from "../hooks/screens/screen.ts";
import { inbox } from "../screens/inbox/index.ts";
import { screens } from "../screens/index.ts";

/** Actions of keyboard shortcuts that do not navigate. */
export interface ShellCommands {
  readonly openPalette: () => void;
  readonly showShortcuts: () => void;
  readonly toggleSidebar: () => void;
}

interface ShortcutContext extends ShellCommands {
  readonly client: Client;
  readonly navigator: AppNavigator;
}

type Shortcut = (setting: ShortcutContext) => void;

/** Returns the keys that open a screen, each with the function that opens it. */
function screenShortcuts(screen: ScreenDescriptor): (readonly [string, Shortcut])[] {
  const open: Shortcut = ({ client, navigator }) => navigator.go(screenRoute(screen, client.me));
  return [...(screen.shortcuts ?? []), ...(screen.hiddenShortcuts ?? [])].map((key) => [key, open]);
}

const toNext =
  (next: (state: State, place: Route | null) => Route | null, otherwise: string | null): Shortcut =>
  ({ client, navigator }) => {
    const place = next(client.state.get(), navigator.currentRoute);
    if (place) navigator.go(place);
    else if (otherwise !== null) showToast({ text: otherwise });
  };

const { nothingUnread } = words.keyboardShortcuts;

/**
 * Keyboard shortcuts by the name of the key combination. They have no effect while the user enters text or an overlay
 * is open.
 */
const shortcuts: Readonly<Record<string, Shortcut>> = {
  ...Object.fromEntries(screens.flatMap(screenShortcuts)),
  n: toNext(nextUnreadTopic, nothingUnread),
  "Shift N": toNext(nextUnreadFollowed, nothingUnread),
  p: toNext(nextUnreadDirect, nothingUnread),
  "Shift A": toNext((state, place) => adjacentChannel(state, place, -1), null),
  "Shift D": toNext((state, place) => adjacentChannel(state, place, 1), null),
  c: focusComposer,
  r: focusComposer,
  s: toggleNarrow,
  g: () => document.querySelector<HTMLElement>("nav header button")?.click(),
  q: ({ toggleSidebar }) => toggleSidebar(),
  "Shift M": (setting) => toggleVisibility(setting, visibilityPolicies.muted, words.keyboardShortcuts.muted),
  "Shift F": (setting) => toggleVisibility(setting, visibilityPolicies.followed, words.keyboardShortcuts.followed),
  "?": ({ showShortcuts }) => showShortcuts(),
  "/": ({ openPalette }) => {
    const button = document.querySelector<HTMLElement>("[data-search] button");
    if (button) button.click();
    else openPalette();
  },
  Escape: ({ client, navigator }) => {
    const goesHome = client.state.get().user_settings?.web_escape_navigates_to_home_view ?? true;
    if (goesHome && navigator.route !== null) navigator.go(navigator.homeRoute);
  },
  "Shift Escape": ({ client, navigator: { currentRoute } }) => {
    const ids = isRouteOf(currentRoute, inbox) ? [...allUnreadIds(client.state.get())] : unreadIn(client, currentRoute);
    void markReadWithUndo(client, ids);
  },
};

/** Handles the keyboard shortcuts that work on all screens. */
export function useShortcuts(setting: ShortcutContext): void {
  const current = useRef(setting);
  useEffect(() => {
    current.current = setting;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event, current.current);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

function handleKey(event: KeyboardEvent, setting: ShortcutContext): void {
  if (event.defaultPrevented || event.isComposing) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k" && !event.altKey) {
    event.preventDefault();
    setting.openPalette();
    return;
  }
  if (isWriting(event.target) || isInOverlay(event.target)) return;
  const name = keyName(event);
  const shortcut = Object.hasOwn(shortcuts, name) ? shortcuts[name] : undefined;
  if (!shortcut) return;
  event.preventDefault();
  shortcut(setting);
}

/**
 * Focuses the composer. If the composer is not open, clicks its button for a new message. On a screen without a
 * composer, opens the palette.
 */
function focusComposer({ openPalette }: ShortcutContext): void {
  const composer = document.querySelector<HTMLElement>("[data-composer]");
  const field = composer?.querySelector<HTMLElement>("textarea");
  if (field) field.focus();
  else if (composer) composer.querySelector<HTMLElement>("button")?.click();
  else openPalette();
}

/**
 * Navigates from the focused message to its conversation. If that conversation is already shown, or no message is
 * focused, navigates from a topic to its channel.
 */
function toggleNarrow({ client, navigator: { currentRoute, go } }: ShortcutContext): void {
  const id = Number(document.activeElement?.closest("[data-message]")?.getAttribute("data-message") ?? NaN);
  const message = client.messages.message(id).get();
  const there = message && conversationRoute(messageDestination(message, client.me), id);
  if (there && !isSameRoute(there, currentRoute)) go(there);
  else if (currentRoute.kind === "topic")
    go({ kind: "channel", channelId: currentRoute.channelId, near: there ? id : currentRoute.near });
}

/**
 * Mutes or follows the topic in view. If the topic already has this visibility policy, resets it to the channel's
 * default.
 */
function toggleVisibility(
  { client, navigator: { currentRoute } }: ShortcutContext,
  wanted: VisibilityPolicy,
  confirmation: string,
): void {
  if (currentRoute.kind !== "topic") return;
  const { channelId, topic } = currentRoute;
  const isSet = topicVisibility(client.state.get(), channelId, topic) === wanted;
  const policy = isSet ? visibilityPolicies.inherited : wanted;
  void setTopicVisibility(client, currentRoute, policy).then((outcome) => {
    if (checkOutcome(outcome)) showToast({ text: isSet ? words.keyboardShortcuts.asBefore : confirmation });
  });
}

const unreadIn = ({ state }: Client, place: Route): readonly number[] =>
  isMessagesRoute(place) ? unreadIdsInRoute(state.get(), place) : [];
