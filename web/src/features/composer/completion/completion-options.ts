import type { namesByCode } from "@parlance/emoji/index.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { channelsById, peopleById, subscriptionsById } from "../../../client/replica/selectors/entities-by-id.ts";
import { emojiOf } from "../../../client/replica/emoji-display.ts";
import { memo } from "../../../client/replica/selectors/memo.ts";
import type { KnownTopic } from "../../../client/replica/channel-topics.ts";
import { words } from "../../../base/words/index.ts";
import type { CompletionQuery } from "./completion-query.ts";
import { scheduleTimes } from "../scheduling/schedule-times.ts";
import { exactly } from "../../../base/words/en/times.ts";
import { bestMatches } from "../../../base/text/rank-matches.ts";

/** A suggestion that the user can choose. */
export interface CompletionOption {
  readonly key: string;
  readonly text: string;
  readonly note?: string;
  /** Shown in front of the text: `icon` is an emoji, `picture` the URL of an image. */
  readonly icon?: string;
  readonly picture?: string;
  /** Id of the user whose avatar is shown in front of the text. */
  readonly personId?: number;
  /** Text that replaces the typed characters if the user chooses the suggestion. */
  readonly insert: string;
}

const MAX_OPTIONS = 8;

export type MaybePromise<T> = T | Promise<T>;

/** The data from which suggestions are made. */
export interface OptionSource {
  readonly state: State;
  /** Returns the topics of a channel, or a promise while they are still loading. */
  readonly topicsOf: (channelId: number) => MaybePromise<readonly KnownTopic[]>;
  /** Ids of the users who participate in the conversation. They are suggested first. */
  readonly participantIds: ReadonlySet<number>;
}

/**
 * Returns the suggestions for a query. Returns a promise for language names, and for emoji or topics that have to be
 * loaded first.
 */
export function findCompletionOptions(
  query: CompletionQuery,
  { state, topicsOf, participantIds }: OptionSource,
): MaybePromise<readonly CompletionOption[]> {
  switch (query.kind) {
    case "person":
      return peopleAndGroups(query, state, participantIds);
    case "channel":
      return channels(query, state);
    case "topic":
      return topics(query, state, topicsOf);
    case "emoji":
      return emoji(query, state);
    case "command":
      return commands(query, state);
    case "language":
      return languages(query);
    case "moment":
      return timeOptions();
  }
}

/** Returns suggestions for commands and for the user's saved snippets. */
function commands({ text }: CompletionQuery, { saved_snippets: snippets = [] }: State): CompletionOption[] {
  const ours = bestMatches(words.composer.commands, ({ name }) => [name], text, MAX_OPTIONS).map(
    ({ name, about, insert }) => ({
      key: name,
      text: `/${name}`,
      note: about,
      insert,
    }),
  );
  const matching = bestMatches(snippets, ({ title }) => [title], text, MAX_OPTIONS).map(({ id, title, content }) => ({
    key: `snippet ${id}`,
    text: title,
    note: content.slice(0, MAX_SNIPPET_CHARACTERS),
    insert: content,
  }));
  return [...ours, ...matching].slice(0, MAX_OPTIONS);
}

/** Maximum length of a snippet's preview, in characters. */
const MAX_SNIPPET_CHARACTERS = 80;

async function languages({ text }: CompletionQuery): Promise<CompletionOption[]> {
  const { languageLabels } = await import("@parlance/markdown/code/languages.ts");
  return bestMatches(languageLabels, (label) => [label], text, MAX_OPTIONS).map((label) => ({
    key: label,
    text: label,
    icon: "‹›",
    insert: `\`\`\`${label}\n`,
  }));
}

/** Returns suggestions for times. In a sent message, each user sees a time in his or her own time zone. */
const timeOptions = (): CompletionOption[] => {
  const now = Date.now();
  return [{ text: words.composer.moments.now, moment: now }, ...scheduleTimes(now)].map(({ text, moment }) => ({
    key: text,
    text,
    note: exactly(moment),
    icon: "◷",
    insert: `<time:${toIsoMinute(moment)}> `,
  }));
};

/** Formats a time in ISO 8601 and UTC, rounded down to the minute. */
const toIsoMinute = (moment: number): string =>
  new Date(moment - (moment % 60_000)).toISOString().replace(".000Z", "Z");

const peopleFields = ["realm_users", "realm_non_active_users", "cross_realm_bots"] as const;

/**
 * The users who can be mentioned, as a list and grouped by name. Memoized because there may be ten thousand users, too
 * many to process on each key press.
 */
const mentionCandidates = memo(peopleFields, (state) => {
  const people = [...peopleById(state).values()].filter(({ is_active }) => is_active);
  return { people, byName: Map.groupBy(people, ({ full_name }) => full_name) };
});

function peopleAndGroups({ text }: CompletionQuery, state: State, near: ReadonlySet<number>): CompletionOption[] {
  const { people: all, byName } = mentionCandidates(state);
  const here = all.filter(({ user_id }) => near.has(user_id));
  const people = here.length === 0 ? all : [...here, ...all.filter(({ user_id }) => !near.has(user_id))];
  const isAlone = (name: string) => byName.get(name)?.length === 1;
  const found = bestMatches(people, ({ full_name, email }) => [full_name, email], text, MAX_OPTIONS).map((person) => ({
    key: `person ${person.user_id}`,
    text: person.full_name,
    note: person.is_bot ? words.message.bot : (person.delivery_email ?? ""),
    personId: person.user_id,
    insert: `@**${person.full_name}${isAlone(person.full_name) ? "" : `|${person.user_id}`}** `,
  }));
  const groups = (state.realm_user_groups ?? []).filter(
    ({ is_system_group, deactivated }) => !is_system_group && !deactivated,
  );
  const mentioned = bestMatches(groups, ({ name }) => [name], text, 3).map(({ id, name, description }) => ({
    key: `group ${id}`,
    text: name,
    note: description,
    icon: "⚇",
    insert: `@*${name}* `,
  }));
  const wildcards = bestMatches(words.composer.wildcards, ({ name }) => [name], text, text === "" ? 0 : 2).map(
    (one) => ({
      key: one.name,
      text: one.name,
      note: one.about,
      icon: "⚑",
      insert: `@**${one.name}** `,
    }),
  );
  return [...wildcards, ...found, ...mentioned].slice(0, MAX_OPTIONS + 2);
}

/** Channels that are not archived. The channels that the user is subscribed to come first. */
const activeChannels = memo(["subscriptions", "unsubscribed", "never_subscribed"], (state) => {
  const own = subscriptionsById(state);
  return [...channelsById(state).values()]
    .filter(({ is_archived }) => !is_archived)
    .toSorted((a, b) => Number(own.has(b.stream_id)) - Number(own.has(a.stream_id)));
});

function channels({ text }: CompletionQuery, state: State): CompletionOption[] {
  return bestMatches(activeChannels(state), ({ name }) => [name], text, MAX_OPTIONS).map(
    ({ stream_id, name, description }) => ({
      key: String(stream_id),
      text: name,
      note: description,
      icon: "#",
      insert: `#**${name}** `,
    }),
  );
}

function topics(
  { text, channel = "" }: CompletionQuery,
  state: State,
  topicsOf: OptionSource["topicsOf"],
): MaybePromise<readonly CompletionOption[]> {
  const target = [...channelsById(state).values()].find(({ name }) => name === channel);
  const fitting = (known: readonly KnownTopic[]) =>
    bestMatches(known, ({ name }) => [name], text, MAX_OPTIONS).map(({ name }) => ({
      key: name,
      text: name,
      icon: "›",
      insert: `#**${channel}>${name}** `,
    }));
  const known = target ? topicsOf(target.stream_id) : [];
  return known instanceof Promise ? known.then(fitting) : fitting(known);
}

type EmojiNames = typeof namesByCode;

/** The names of all emoji. Loaded when first needed, because the list is large and most pages do not use it. */
let emojiNames: EmojiNames | undefined;

async function loadEmojiNames(): Promise<EmojiNames> {
  const loaded = await import("@parlance/emoji/index.ts");
  emojiNames = loaded.namesByCode;
  return emojiNames;
}

function emoji(query: CompletionQuery, state: State): MaybePromise<readonly CompletionOption[]> {
  if (emojiNames) return emojiAmong(emojiNames, query, state);
  return loadEmojiNames().then((names) => emojiAmong(names, query, state));
}

function emojiAmong(names: EmojiNames, { text }: CompletionQuery, state: State): CompletionOption[] {
  const custom = Object.values(state.realm_emoji ?? {}).filter(({ deactivated }) => !deactivated);
  const ours = bestMatches(custom, ({ name }) => [name], text, MAX_OPTIONS).map(({ name, source_url }) => ({
    key: name,
    text: name.replaceAll("_", " "),
    picture: source_url,
    insert: `:${name}: `,
  }));
  const theirs = bestMatches(names, ([, all]) => all, text, MAX_OPTIONS).map(([code, all]) => {
    const name = all.find((one) => one.includes(text.toLowerCase())) ?? all[0] ?? "";
    return { key: code, text: name.replaceAll("_", " "), icon: emojiOf(code), insert: `:${name}: ` };
  });
  return [...ours, ...theirs].slice(0, MAX_OPTIONS);
}
