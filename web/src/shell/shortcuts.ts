import { useEffect, useRef } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import { markRead } from "../actions/mark-read.ts";
import type { Client } from "../connection/client.ts";
import { isMessagesPlace, type Place } from "../places/place.ts";
import { nextUnreadDirect, nextUnreadTopic } from "../replica/selectors/next-unread.ts";
import { unreadIdsOf } from "../replica/selectors/unread-ids.ts";
import { say } from "../ui/toasts.tsx";
import { words } from "../words/index.ts";
import type { Navigator } from "../view/use-place.tsx";

/** What keys do besides going somewhere. */
export interface ShellCommands {
  readonly jump: () => void;
  readonly explain: () => void;
}

interface Setting extends ShellCommands {
  readonly client: Client;
  readonly navigator: Navigator;
}

type Shortcut = (setting: Setting) => void;

const to =
  (place: Place): Shortcut =>
  ({ navigator }) =>
    navigator.go(place);

const toNext =
  (next: (state: State, place: Place | null) => Place | null): Shortcut =>
  ({ client, navigator }) => {
    const place = next(client.state.get(), navigator.place);
    if (place) navigator.go(place);
    else say({ text: words.keys.nothingUnread });
  };

/** By what the key writes; letters count where nobody is writing. */
const shortcuts: Readonly<Record<string, Shortcut>> = {
  n: toNext(nextUnreadTopic),
  p: toNext(nextUnreadDirect),
  i: to({ kind: "inbox" }),
  t: to({ kind: "recent" }),
  a: to({ kind: "all", near: null }),
  "@": to({ kind: "mentions", near: null }),
  "*": to({ kind: "starred", near: null }),
  d: to({ kind: "drafts" }),
  c: focusComposer,
  r: focusComposer,
  s: ({ navigator: { place, go } }) => {
    if (place?.kind === "topic") go({ kind: "channel", channelId: place.channelId, near: place.near });
  },
  "?": ({ explain }) => explain(),
  "/": ({ jump }) => {
    const button = document.querySelector<HTMLElement>("[data-search] button");
    if (button) button.click();
    else jump();
  },
  "Shift+Escape": ({ client, navigator }) => readPlace(client, navigator.place),
};

/** Listens to the keys that work everywhere. */
export function useShortcuts(setting: Setting): void {
  const current = useRef(setting);
  useEffect(() => {
    current.current = setting;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event, current.current);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

function press(event: KeyboardEvent, setting: Setting): void {
  if (event.defaultPrevented || event.isComposing) return;
  const hasModifier = event.ctrlKey || event.metaKey;
  if (hasModifier && event.key.toLowerCase() === "k" && !event.altKey) {
    event.preventDefault();
    setting.jump();
    return;
  }
  if (hasModifier || event.altKey || isWriting(event.target) || isInOverlay(event.target)) return;
  const name = event.shiftKey && event.key === "Escape" ? "Shift+Escape" : event.key;
  const shortcut = Object.hasOwn(shortcuts, name) ? shortcuts[name] : undefined;
  if (!shortcut) return;
  event.preventDefault();
  shortcut(setting);
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** Menus and dialogs have keys of their own. */
const isInOverlay = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[role=dialog], [role=menu], [role=listbox]") !== null;

function focusComposer(): void {
  document.querySelector<HTMLTextAreaElement>("[data-composer] textarea")?.focus();
}

function readPlace(client: Client, place: Place | null): void {
  if (!place || !isMessagesPlace(place)) return;
  const ids = unreadIdsOf(client.state.get(), place);
  if (ids.length > 0) void markRead(client, ids);
}
