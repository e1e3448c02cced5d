import type { State } from "@parlance/contract/state/index.ts";
import { channelsById, peopleById, subscriptionsById } from "../../replica/selectors/by-id.ts";
import { emojiOf } from "../../replica/emoji.ts";
import type { KnownTopic } from "../../replica/topics.ts";
import { words } from "../../words/index.ts";
import type { CompletionQuery } from "./query.ts";
import { best } from "./rank.ts";

/** Something to choose. */
export interface CompletionOption {
  readonly key: string;
  readonly text: string;
  readonly note?: string;
  /** Stands before it: an emoji, or a picture's address. */
  readonly sign?: string;
  readonly picture?: string;
  /** Whose picture stands before it. */
  readonly personId?: number;
  /** What is written instead of what was begun. */
  readonly insert: string;
}

const COUNT = 8;

/** What fits what somebody is writing. */
export async function optionsFor(
  query: CompletionQuery,
  state: State,
  topicsOf: (channelId: number) => readonly KnownTopic[] | null,
): Promise<readonly CompletionOption[]> {
  switch (query.kind) {
    case "person":
      return peopleAndGroups(query, state);
    case "channel":
      return channels(query, state);
    case "topic":
      return topics(query, state, topicsOf);
    case "emoji":
      return emoji(query, state);
    case "command":
      return best(words.composer.commands, ({ name }) => [name], query.text, COUNT).map(({ name, about, insert }) => ({
        key: name,
        text: `/${name}`,
        note: about,
        insert,
      }));
  }
}

function peopleAndGroups({ text }: CompletionQuery, state: State): CompletionOption[] {
  const people = [...peopleById(state).values()].filter(({ is_active }) => is_active);
  const names = Map.groupBy(people, ({ full_name }) => full_name);
  const isAlone = (name: string) => names.get(name)?.length === 1;
  const found = best(people, ({ full_name, email }) => [full_name, email], text, COUNT).map((person) => ({
    key: `person ${person.user_id}`,
    text: person.full_name,
    note: person.is_bot ? words.message.bot : (person.delivery_email ?? ""),
    personId: person.user_id,
    insert: `@**${person.full_name}${isAlone(person.full_name) ? "" : `|${person.user_id}`}** `,
  }));
  const groups = (state.realm_user_groups ?? []).filter(
    ({ is_system_group, deactivated }) => !is_system_group && !deactivated,
  );
  const mentioned = best(groups, ({ name }) => [name], text, 3).map(({ id, name, description }) => ({
    key: `group ${id}`,
    text: name,
    note: description,
    sign: "⚇",
    insert: `@*${name}* `,
  }));
  const everybody = best(words.composer.wildcards, ({ name }) => [name], text, text === "" ? 0 : 2).map((one) => ({
    key: one.name,
    text: one.name,
    note: one.about,
    sign: "⚑",
    insert: `@**${one.name}** `,
  }));
  return [...everybody, ...found, ...mentioned].slice(0, COUNT + 2);
}

function channels({ text }: CompletionQuery, state: State): CompletionOption[] {
  const own = subscriptionsById(state);
  const all = [...channelsById(state).values()]
    .filter(({ is_archived }) => !is_archived)
    .toSorted((a, b) => Number(own.has(b.stream_id)) - Number(own.has(a.stream_id)));
  return best(all, ({ name }) => [name], text, COUNT).map(({ stream_id, name, description }) => ({
    key: String(stream_id),
    text: name,
    note: description,
    sign: "#",
    insert: `#**${name}** `,
  }));
}

function topics(
  { text, channel = "" }: CompletionQuery,
  state: State,
  topicsOf: (channelId: number) => readonly KnownTopic[] | null,
): CompletionOption[] {
  const target = [...channelsById(state).values()].find(({ name }) => name === channel);
  const known = target ? (topicsOf(target.stream_id) ?? []) : [];
  return best(known, ({ name }) => [name], text, COUNT).map(({ name }) => ({
    key: name,
    text: name,
    sign: "›",
    insert: `#**${channel}>${name}** `,
  }));
}

async function emoji({ text }: CompletionQuery, state: State): Promise<CompletionOption[]> {
  const { namesByCode } = await import("@parlance/emoji/index.ts");
  const custom = Object.values(state.realm_emoji ?? {}).filter(({ deactivated }) => !deactivated);
  const ours = best(custom, ({ name }) => [name], text, COUNT).map(({ name, source_url }) => ({
    key: name,
    text: name.replaceAll("_", " "),
    picture: source_url,
    insert: `:${name}: `,
  }));
  const theirs = best(namesByCode, ([, names]) => names, text, COUNT).map(([code, names]) => {
    const name = names.find((one) => one.includes(text.toLowerCase())) ?? names[0] ?? "";
    return { key: code, text: name.replaceAll("_", " "), sign: emojiOf(code), insert: `:${name}: ` };
  });
  return [...ours, ...theirs].slice(0, COUNT);
}
