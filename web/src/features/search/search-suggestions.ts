// Computes the suggestions for a search while the user types it.
import type { State } from "@parlance/contract/state/index.ts";
import { bestMatches } from "../../base/text/rank-matches.ts";
import { channelsById, peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import type { KnownTopic } from "../../client/replica/channel-topics.ts";
import { words } from "../../base/words/index.ts";
import { parseSearchTokens, formatToken, type SearchNames, type SearchToken } from "./search-query.ts";

/** A suggestion that continues or replaces part of the search. */
export interface SearchSuggestion {
  readonly key: string;
  readonly text: string;
  readonly note: string;
  readonly personId?: number;
  /** Text that the suggestion inserts in place of the text between `start` and the caret. */
  readonly insert: string;
  readonly start: number;
}

/** The text of the search, the position of the caret, and the data from which suggestions are made. */
export interface SearchContext {
  readonly text: string;
  readonly caret: number;
  readonly state: State;
  readonly names: SearchNames;
  readonly topicsOf: (channelId: number) => readonly KnownTopic[] | null;
}

interface SuggestionValue {
  readonly value: string;
  readonly note: string;
  readonly personId?: number;
}

const MAX_SUGGESTIONS = 8;

/** Returns the suggestions for the text before the caret. */
export function findSearchSuggestions(context: SearchContext): readonly SearchSuggestion[] {
  const { text, caret } = context;
  const parts = parseSearchTokens(text.slice(0, caret));
  const last = parts.at(-1);
  const current = last?.end === caret ? last : undefined;
  if (!current || current.operator === null) return operatorSuggestions(context, current);
  const { operator, negated, start } = current;
  return valuesFor(current, context).map(({ value, note, ...rest }) => {
    const insert = formatToken(operator, value, negated);
    return { key: insert, text: insert, note, insert: `${insert} `, start, ...rest };
  });
}

/** Returns operators, and the users and channels whose names match the word before the caret. */
function operatorSuggestions(context: SearchContext, part: SearchToken | undefined): SearchSuggestion[] {
  const { state, caret, names } = context;
  const start = part?.start ?? caret;
  const negated = part?.value.startsWith("-") ?? false;
  const wanted = (part?.value ?? "").replace(/^-/, "");
  const operators = bestMatches(
    words.search.operators,
    ({ name }) => [name],
    wanted,
    wanted === "" ? MAX_SUGGESTIONS : 3,
  ).map(({ name, about }) => {
    const insert = `${negated ? "-" : ""}${name}:`;
    return { key: insert, text: insert, note: about, insert, start };
  });
  if (wanted.length < 2) return operators;
  const named = [
    ...people(state, names, wanted, 3).map((choice) => ({ operator: "sender", ...choice })),
    ...channels(state, wanted, 3).map((choice) => ({ operator: "channel", ...choice })),
  ].map(({ operator, value, note, ...rest }) => {
    const insert = formatToken(operator, value, negated);
    return { key: insert, text: insert, note, insert: `${insert} `, start, ...rest };
  });
  return [...operators, ...named];
}

function valuesFor({ operator, value }: SearchToken, context: SearchContext): readonly SuggestionValue[] {
  const { state, names } = context;
  switch (operator) {
    case "channel":
      return channels(state, value, MAX_SUGGESTIONS);
    case "topic":
      return topics(context, value);
    case "sender":
      return people(state, names, value, MAX_SUGGESTIONS);
    case "dm":
    case "dm-including":
      return additionalUsers(value, people(state, names, value.split(",").at(-1)?.trim() ?? "", MAX_SUGGESTIONS));
    case "is":
    case "has":
    case "channels":
      return bestMatches(words.search.choices[operator], ({ name }) => [name], value, MAX_SUGGESTIONS).map(
        ({ name, about }) => ({
          value: name,
          note: about,
        }),
      );
    default:
      return [];
  }
}

/**
 * Returns suggestions for a list of users: each consists of the users that the list already contains and one more user.
 */
function additionalUsers(value: string, all: readonly SuggestionValue[]): SuggestionValue[] {
  const before = value.slice(0, value.lastIndexOf(",") + 1).trim();
  return all.map((choice) => ({ ...choice, value: before === "" ? choice.value : `${before} ${choice.value}` }));
}

function channels(state: State, wanted: string, count: number): SuggestionValue[] {
  const all = [...channelsById(state).values()].filter(({ is_archived }) => !is_archived);
  return bestMatches(all, ({ name }) => [name], wanted, count).map(({ name, description }) => ({
    value: name,
    note: description,
  }));
}

function people(state: State, names: SearchNames, wanted: string, count: number): SuggestionValue[] {
  const me = "me".startsWith(wanted.toLowerCase()) ? [{ value: "me", note: words.search.me, personId: names.me }] : [];
  const others = [...peopleById(state).values()].filter(({ user_id }) => user_id !== names.me);
  const found = bestMatches(others, ({ full_name, email }) => [full_name, email], wanted, count).map((person) => ({
    value: names.personName(person.user_id) ?? person.full_name,
    note: person.is_bot ? words.message.bot : (person.delivery_email ?? ""),
    personId: person.user_id,
  }));
  return [...me, ...found].slice(0, count);
}

/** Returns topics of the channel that the search names. Empty if the search does not name a channel. */
function topics({ text, names, topicsOf }: SearchContext, wanted: string): SuggestionValue[] {
  const channel = parseSearchTokens(text).find(({ operator }) => operator === "channel");
  const channelId = channel && names.channelId(channel.value);
  const known = channelId === undefined ? [] : (topicsOf(channelId) ?? []);
  return bestMatches(known, ({ name }) => [name], wanted, MAX_SUGGESTIONS).map(({ name }) => ({
    value: name,
    note: "",
  }));
}
