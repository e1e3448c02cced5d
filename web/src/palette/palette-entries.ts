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
  /** Where it is, such as a topic's channel. */
  readonly note: string;
  readonly to: Place;
  readonly colour?: string;
  readonly isPrivate?: boolean;
  readonly personId?: number;
}

const entry = (given: Omit<PaletteEntry, "plain">): PaletteEntry => ({ ...given, plain: plain(given.name) });

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

/** A topic that one can jump to. */
export const topicEntry = (channelId: number, topic: string, channel: string, colour: string): PaletteEntry =>
  entry({
    key: `topic ${channelId} ${topic}`,
    kind: "topic",
    name: topic,
    note: channel,
    to: { kind: "topic", channelId, topic, near: null },
    colour,
  });

const COUNT = 12;

/** The entries that fit best, the better ones first; of those that fit alike, in the order in which they came. */
export function findEntries(all: readonly PaletteEntry[], wanted: string): readonly PaletteEntry[] {
  const text = plain(wanted.trim());
  if (text === "") return all.slice(0, COUNT);
  const whole: PaletteEntry[] = [];
  const beginnings: PaletteEntry[] = [];
  const beginningsOfWords: PaletteEntry[] = [];
  const inside: PaletteEntry[] = [];
  for (const one of all) {
    const at = one.plain.indexOf(text);
    if (at < 0) continue;
    if (at === 0) (one.plain.length === text.length ? whole : beginnings).push(one);
    else if (/[\s\-_.(/]/.test(one.plain[at - 1] ?? "")) beginningsOfWords.push(one);
    else inside.push(one);
  }
  return [...whole, ...beginnings, ...beginningsOfWords, ...inside].slice(0, COUNT);
}
