import { useEffect, useRef } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import { visibilityPolicies, type VisibilityPolicy } from "@parlance/contract/entities/topic-visibility.ts";
import { setTopicVisibility } from "../client/actions/channels/set-topic-visibility.ts";
import type { Client } from "../client/connection/client.ts";
import { readThese } from "../features/messages/message/actions/mark-read-with-undo.ts";
import { told } from "../hooks/check-outcome.ts";
import { isMessagesPlace, isSamePlace, type Place, placeOf } from "../client/routes/route.ts";
import { destinationOf } from "../client/replica/selectors/message-destination.ts";
import {
  channelBeside,
  nextUnreadDirect,
  nextUnreadFollowed,
  nextUnreadTopic,
} from "../client/replica/selectors/unread/next-unread.ts";
import { visibilityOf } from "../client/replica/selectors/channels/topics.ts";
import { allUnreadIds, unreadIdsOf } from "../client/replica/selectors/unread/unread-ids.ts";
import { say } from "../base/ui/overlays/toasts.tsx";
import { words } from "../base/words/index.ts";
import { isInOverlay, isWriting, keyName } from "../hooks/navigation/key-name.ts";
import type { Navigator } from "../hooks/navigation/navigator.tsx";

/** What keys do besides going somewhere. */
export interface ShellCommands {
  readonly jump: () => void;
  readonly explain: () => void;
  readonly toggleSidebar: () => void;
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
  (next: (state: State, place: Place | null) => Place | null, otherwise: string | null): Shortcut =>
  ({ client, navigator }) => {
    const place = next(client.state.get(), navigator.shown);
    if (place) navigator.go(place);
    else if (otherwise !== null) say({ text: otherwise });
  };

const { nothingUnread } = words.keys;

/** By what the key writes; letters count where nobody is writing. */
const shortcuts: Readonly<Record<string, Shortcut>> = {
  n: toNext(nextUnreadTopic, nothingUnread),
  "Shift N": toNext(nextUnreadFollowed, nothingUnread),
  p: toNext(nextUnreadDirect, nothingUnread),
  "Shift A": toNext((state, place) => channelBeside(state, place, -1), null),
  "Shift D": toNext((state, place) => channelBeside(state, place, 1), null),
  i: to({ kind: "inbox" }),
  "Shift I": to({ kind: "inbox" }),
  t: to({ kind: "recent" }),
  a: to({ kind: "all", near: null }),
  "@": to({ kind: "mentions", near: null }),
  "*": to({ kind: "starred", near: null }),
  d: to({ kind: "drafts" }),
  w: to({ kind: "page", path: ["people"] }),
  x: to({ kind: "page", path: ["people"] }),
  c: write,
  r: write,
  s: narrowDown,
  g: () => document.querySelector<HTMLElement>("nav header button")?.click(),
  q: ({ toggleSidebar }) => toggleSidebar(),
  "Shift M": (setting) => setVisibility(setting, visibilityPolicies.muted, words.keys.muted),
  "Shift F": (setting) => setVisibility(setting, visibilityPolicies.followed, words.keys.followed),
  "?": ({ explain }) => explain(),
  "/": ({ jump }) => {
    const button = document.querySelector<HTMLElement>("[data-search] button");
    if (button) button.click();
    else jump();
  },
  Escape: ({ client, navigator }) => {
    const goesHome = client.state.get().user_settings?.web_escape_navigates_to_home_view ?? true;
    if (goesHome && navigator.place !== null) navigator.go(navigator.home);
  },
  "Shift Escape": ({ client, navigator: { shown } }) => {
    const ids = shown.kind === "inbox" ? [...allUnreadIds(client.state.get())] : unreadIn(client, shown);
    void readThese(client, ids);
  },
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
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k" && !event.altKey) {
    event.preventDefault();
    setting.jump();
    return;
  }
  if (isWriting(event.target) || isInOverlay(event.target)) return;
  const name = keyName(event);
  const shortcut = Object.hasOwn(shortcuts, name) ? shortcuts[name] : undefined;
  if (!shortcut) return;
  event.preventDefault();
  shortcut(setting);
}

/** Begins to write where one is; where one cannot, asks where to. */
function write({ jump }: Setting): void {
  const composer = document.querySelector<HTMLElement>("[data-composer]");
  const field = composer?.querySelector<HTMLElement>("textarea");
  if (field) field.focus();
  else if (composer) composer.querySelector<HTMLElement>("button")?.click();
  else jump();
}

/** From many conversations to the one of the message at which one is; from a topic to its channel. */
function narrowDown({ client, navigator: { shown, go } }: Setting): void {
  const id = Number(document.activeElement?.closest("[data-message]")?.getAttribute("data-message") ?? NaN);
  const message = client.messages.message(id).get();
  const there = message && placeOf(destinationOf(message, client.me), id);
  if (there && !isSamePlace(there, shown)) go(there);
  else if (shown.kind === "topic") go({ kind: "channel", channelId: shown.channelId, near: there ? id : shown.near });
}

/** Mutes or follows the topic in view, or does so no longer. */
function setVisibility({ client, navigator: { shown } }: Setting, wanted: VisibilityPolicy, said: string): void {
  if (shown.kind !== "topic") return;
  const { channelId, topic } = shown;
  const isSet = visibilityOf(client.state.get(), channelId, topic) === wanted;
  const policy = isSet ? visibilityPolicies.inherited : wanted;
  void setTopicVisibility(client, shown, policy).then((outcome) => {
    if (told(outcome)) say({ text: isSet ? words.keys.asBefore : said });
  });
}

const unreadIn = ({ state }: Client, place: Place): readonly number[] =>
  isMessagesPlace(place) ? unreadIdsOf(state.get(), place) : [];
