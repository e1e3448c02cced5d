// What one can jump to. Pure.
import type { State } from "@parlance/contract/state/index.ts";
import type { Place } from "../places/place.ts";
import { channelsById, peopleById, subscriptionsById } from "../replica/selectors/by-id.ts";
import { memo } from "../replica/selectors/memo.ts";
import { words } from "../words/index.ts";
import { plain } from "../composer/completion/rank.ts";

/** Something to jump to. */
export interface PaletteEntry {
  readonly key: string;
  readonly kind: "place" | "channel" | "topic" | "person" | "page";
  readonly name: string;
  /** The same without marks and capitals, to be looked through. */
  readonly plain: string;
  /** With what it is about or in, such as a topic's channel. */
  readonly whole: string;
  /** Where it is, such as a topic's channel. */
  readonly note: string;
  readonly to: Place;
  readonly colour?: string;
  readonly isPrivate?: boolean;
  readonly personId?: number;
}

function entry(given: Omit<PaletteEntry, "plain" | "whole">): PaletteEntry {
  const name = plain(given.name);
  return { ...given, plain: name, whole: `${name} ${plain(given.note)}` };
}

/** Everything but topics: made once for each change of people and channels. */
export const fixedEntries = memo(
  ["realm_users", "realm_non_active_users", "cross_realm_bots", "subscriptions", "unsubscribed", "never_subscribed"],
  (state): readonly PaletteEntry[] => [...places(), ...channels(state), ...people(state), ...pages()],
);

function places(): PaletteEntry[] {
  const { shell } = words;
  const all: readonly (readonly [string, Place])[] = [
    [shell.inbox, { kind: "inbox" }],
    [shell.recent, { kind: "recent" }],
    [shell.allMessages, { kind: "all", near: null }],
    [shell.mentions, { kind: "mentions", near: null }],
    [shell.starred, { kind: "starred", near: null }],
    [shell.drafts, { kind: "drafts" }],
    [shell.scheduled, { kind: "scheduled" }],
    [shell.reminders, { kind: "reminders" }],
  ];
  return all.map(([name, to]) => entry({ key: `place ${name}`, kind: "place", name, note: "", to }));
}

function channels(state: State): PaletteEntry[] {
  const own = subscriptionsById(state);
  return [...channelsById(state).values()]
    .filter(({ is_archived }) => !is_archived)
    .map(({ stream_id: channelId, name, invite_only, description }) =>
      entry({
        key: `channel ${channelId}`,
        kind: "channel",
        name,
        note: description,
        to: { kind: "channel", channelId, near: null },
        colour: own.get(channelId)?.color ?? "currentColor",
        isPrivate: invite_only,
      }),
    );
}

const people = (state: State): PaletteEntry[] =>
  [...peopleById(state).values()]
    .filter(({ is_active }) => is_active)
    .map(({ user_id, full_name, is_bot, delivery_email }) =>
      entry({
        key: `person ${user_id}`,
        kind: "person",
        name: full_name,
        note: is_bot ? words.message.bot : (delivery_email ?? ""),
        to: { kind: "direct", userIds: [user_id], near: null },
        personId: user_id,
      }),
    );

function pages(): PaletteEntry[] {
  return words.palette.pages.map(({ name, path }) =>
    entry({ key: `page ${path.join("/")}`, kind: "page", name, note: words.palette.page, to: { kind: "page", path } }),
  );
}

/** A topic that one can jump to, as it is called, in a channel. */
export const topicEntry = (
  { channelId, topic }: { readonly channelId: number; readonly topic: string },
  name: string,
  channel: string,
  colour: string,
): PaletteEntry =>
  entry({
    key: `topic ${channelId} ${topic}`,
    kind: "topic",
    name,
    note: channel,
    to: { kind: "topic", channelId, topic, near: null },
    colour,
  });

const COUNT = 12;

/** The entries that fit best, the better ones first; of those that fit alike, in the order in which they came. */
export function findEntries(all: readonly PaletteEntry[], wanted: string): readonly PaletteEntry[] {
  const text = plain(wanted.trim());
  if (text === "") return all.slice(0, COUNT);
  const parts = text.split(/\s+/);
  const buckets: PaletteEntry[][] = [[], [], [], [], [], []];
  for (const one of all) buckets[fitOf(one, text, parts)]?.push(one);
  return buckets.flat().slice(0, COUNT);
}

/** How well an entry fits: 0 best, and so on; -1: not at all. */
function fitOf({ plain: name, whole }: PaletteEntry, text: string, parts: readonly string[]): number {
  const at = name.indexOf(text);
  if (at === 0) return name.length === text.length ? 0 : 1;
  if (at > 0) return beginsWord(name, at) ? 2 : 3;
  if (parts.every((part) => whole.includes(part))) return 4;
  return areInitials(name, text) ? 5 : -1;
}

const beginsWord = (name: string, at: number): boolean => at === 0 || /[\s\-_.(/]/.test(name[at - 1] ?? "");

/** Whether the letters are the beginnings of words, in their order, each with as much of its word as was written: `rel no`, `rn`. */
function areInitials(name: string, text: string): boolean {
  let at = -1;
  let isInWord = false;
  for (const letter of text) {
    if (letter === " ") {
      isInWord = false;
      continue;
    }
    const goesOn = isInWord && name[at + 1] === letter;
    at = goesOn ? at + 1 : nextWordWith(name, letter, at + 1);
    if (at < 0) return false;
    isInWord = true;
  }
  return true;
}

function nextWordWith(name: string, letter: string, from: number): number {
  for (let at = name.indexOf(letter, from); at >= 0; at = name.indexOf(letter, at + 1)) {
    if (beginsWord(name, at)) return at;
  }
  return -1;
}
