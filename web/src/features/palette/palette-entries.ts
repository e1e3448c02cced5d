// The entries of the palette, and the search among them.
import type { State } from "@parlance/contract/state/index.ts";
import type { Subscription } from "@parlance/contract/nouns/subscriptions.ts";
import type { Route } from "../../client/routes/route.ts";
import { type ScreenWithPages, screenRoute } from "../../hooks/screens/screen.ts";
import { channelsById, peopleById, subscriptionsById } from "../../client/replica/selectors/entities-by-id.ts";
import { memo } from "../../client/replica/selectors/memo.ts";
import { words } from "../../base/words/index.ts";
import { normalizeForMatching } from "../../base/text/rank-matches.ts";

/** An entry of the palette: a conversation, user or page to open, or an action to run. */
export interface PaletteEntry {
  readonly key: string;
  readonly kind: "place" | "channel" | "topic" | "person" | "page" | "action";
  readonly name: string;
  /** The name in lower case and without diacritics. Used for matching. */
  readonly normalizedName: string;
  /**
   * The text for a search with several words: the name and the note in lower case and without diacritics, and the
   * keywords.
   */
  readonly searchText: string;
  /** Additional text, such as the channel of a topic. */
  readonly note: string;
  /** The route that the entry opens. Null if the entry only runs an action. */
  readonly to: Route | null;
  readonly run?: () => void;
  readonly colour?: string;
  readonly isPrivate?: boolean;
  readonly personId?: number;
}

/** Creates an entry. It can also be found by its keywords. */
export function createEntry(entry: Omit<PaletteEntry, "normalizedName" | "searchText">, keywords = ""): PaletteEntry {
  const name = normalizeForMatching(entry.name);
  return { ...entry, normalizedName: name, searchText: `${name} ${normalizeForMatching(entry.note)} ${keywords}` };
}

/** The entries of channels and users. Computed again only when these change. */
export const stateEntries = memo(
  ["realm_users", "realm_non_active_users", "cross_realm_bots", "subscriptions", "unsubscribed", "never_subscribed"],
  (state): readonly PaletteEntry[] => [...channels(state), ...people(state)],
);

/** The entries of the screens, and of the pages within them. */
export interface ScreenEntries {
  readonly views: readonly PaletteEntry[];
  readonly pages: readonly PaletteEntry[];
}

/** Creates the entries of all screens, in their order. */
export const screenEntries = (screens: readonly ScreenWithPages[], me: number): ScreenEntries => ({
  views: screens
    .filter(({ screen }) => screen.palette === "view")
    .map(({ screen }) => {
      const { title: name, keywords } = screen;
      return createEntry(
        { key: `place ${name}`, kind: "place", name, note: "", to: screenRoute(screen, me) },
        keywords,
      );
    }),
  pages: screens.flatMap((screen) => pageEntries(screen, me)),
});

/** The pages of a screen, after the screen itself if it is listed as a page. */
function pageEntries({ screen, pages }: ScreenWithPages, me: number): PaletteEntry[] {
  const { title, keywords = "" } = screen;
  const own = screen.palette === "page" ? [{ path: [], title, keywords }] : [];
  return [...own, ...pages].map(({ path, title: name, keywords: further }) => {
    const key = `page ${[screen.address.prefix, ...path].join("/")}`;
    return createEntry(
      { key, kind: "page", name, note: words.palette.page, to: screenRoute(screen, me, path) },
      further,
    );
  });
}

function channels(state: State): PaletteEntry[] {
  const own = subscriptionsById(state);
  return [...channelsById(state).values()]
    .filter(({ is_archived }) => !is_archived)
    .map(({ stream_id: channelId, name, invite_only, description }) =>
      createEntry({
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
      createEntry({
        key: `person ${user_id}`,
        kind: "person",
        name: full_name,
        note: is_bot ? words.message.bot : (delivery_email ?? ""),
        to: { kind: "direct", userIds: [user_id], near: null },
        personId: user_id,
      }),
    );

/** Returns the entry of a group direct message. */
export function groupEntry(state: State, userIds: readonly number[]): PaletteEntry {
  const known = peopleById(state);
  const name = userIds.map((id) => known.get(id)?.full_name ?? words.shell.unknownPerson).join(", ");
  const to = { kind: "direct", userIds, near: null } as const;
  return createEntry({ key: `group ${userIds.join(",")}`, kind: "person", name, note: words.palette.direct, to });
}

/** Maximum number of channels for which topics are searched because the channel's name matches. */
const MAX_TOPIC_CHANNELS = 3;

/**
 * Returns the ids of the user's channels whose names contain a word of the query. Topics of these channels are searched
 * as well. Channels that contain the word closest to the start of their names come first.
 */
export function channelsMatching(state: State, wanted: string): readonly number[] {
  const parts = normalizeForMatching(wanted)
    .split(/[\s›>#]+/)
    .filter((part) => part.length > 1);
  const ranked = [...subscriptionsById(state).values()].flatMap(({ stream_id, name, is_archived }) => {
    const text = normalizeForMatching(name);
    const ranks = parts.map((part) => text.indexOf(part)).filter((at) => at >= 0);
    return ranks.length === 0 || is_archived ? [] : [{ id: stream_id, rank: Math.min(...ranks) }];
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MAX_TOPIC_CHANNELS)
    .map(({ id }) => id);
}

/** The channel of a topic, as far as it is displayed. */
type TopicChannel = Pick<Subscription, "name" | "color" | "invite_only">;

/** Returns the entry of a topic. `name` is the name under which the topic is displayed. */
export const topicEntry = (
  { channelId, topic }: { readonly channelId: number; readonly topic: string },
  name: string,
  { name: channel, color, invite_only }: TopicChannel,
): PaletteEntry =>
  createEntry({
    key: `topic ${channelId} ${topic}`,
    kind: "topic",
    name,
    note: channel,
    to: { kind: "topic", channelId, topic, near: null },
    colour: color,
    isPrivate: invite_only,
  });

const MAX_RESULTS = 12;

/** Returns the best matches, best first. Equally good matches keep their order. */
export function findEntries(all: readonly PaletteEntry[], wanted: string): readonly PaletteEntry[] {
  const text = normalizeForMatching(wanted.replaceAll(/[›>#]/g, " ").trim());
  if (text === "") return all.slice(0, MAX_RESULTS);
  const parts = text.split(/\s+/);
  const buckets: PaletteEntry[][] = [[], [], [], [], [], []];
  // Once there are enough matches of a rank, only better matches are searched for. This makes the check of most entries
  // faster.
  let limit = buckets.length;
  for (const one of all) {
    const fit = rankEntry(one, text, parts, limit);
    if (fit >= limit) continue;
    buckets[fit]?.push(one);
    if (buckets[fit]?.length === MAX_RESULTS) limit = fit;
  }
  return buckets.flat().slice(0, MAX_RESULTS);
}

/**
 * Returns the rank of an entry, 0 being the best. Returns `limit` or a higher number if the entry does not match, or if
 * its rank is not better than `limit`.
 */
function rankEntry(
  { normalizedName: name, searchText }: PaletteEntry,
  text: string,
  parts: readonly string[],
  limit: number,
): number {
  if (limit <= 1) return name === text ? 0 : limit;
  const at = name.indexOf(text);
  if (at === 0) return name.length === text.length ? 0 : 1;
  if (at > 0) return isWordStart(name, at) ? 2 : 3;
  if (limit <= 4) return limit;
  if (parts.every((part) => searchText.includes(part))) return 4;
  return matchesInitials(name, text) ? 5 : limit;
}

const isWordStart = (name: string, at: number): boolean => at === 0 || /[\s\-_.(/]/.test(name[at - 1] ?? "");

/**
 * Returns true if the typed characters are the beginnings of words, in the order of the name. Both `rn` and `rel no`
 * match "Release notes".
 */
function matchesInitials(name: string, text: string): boolean {
  let at = -1;
  let isInWord = false;
  for (const character of text) {
    if (character === " ") {
      isInWord = false;
      continue;
    }
    const goesOn = isInWord && name[at + 1] === character;
    at = goesOn ? at + 1 : nextWordStart(name, character, at + 1);
    if (at < 0) return false;
    isInWord = true;
  }
  return true;
}

function nextWordStart(name: string, character: string, from: number): number {
  for (let at = name.indexOf(character, from); at >= 0; at = name.indexOf(character, at + 1)) {
    if (isWordStart(name, at)) return at;
  }
  return -1;
}
