import type { AnswerOf } from "@parlance/client";
import type { State } from "@parlance/contract/state/index.ts";
import { channelsById, groupsById, peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { words } from "../../base/words/index.ts";

const said = words.audit;

/** Something that somebody did to others or to the organization. */
export type Entry = AnswerOf<"GET /audit_log">["entries"][number];

type Facts = Entry["before"];

/** What people call that to which something was done; empty where it is the organization itself. */
export function targetOf(state: State, { target_type, target_id, before, after }: Entry): string {
  const named = target_id === null ? undefined : nameOf(state, target_type, target_id);
  const written = [after, before].map((facts) => facts?.["name"] ?? facts?.["full_name"] ?? facts?.["domain"]);
  const text = named ?? written.find((name) => typeof name === "string");
  return text ?? (target_type === "user" ? said.somebody : "");
}

function nameOf(state: State, type: string, id: number): string | undefined {
  if (type === "user" || type === "bot") return peopleById(state).get(id)?.full_name;
  if (type === "channel") return channelsById(state).get(id)?.name;
  if (type === "user_group") return groupsById(state).get(id)?.name;
  return undefined;
}

/** What was changed, one property after the other. */
export function changesOf(before: Facts, after: Facts): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((name) =>
    said.change(name.replaceAll("_", " "), shown(name, before?.[name]), shown(name, after?.[name])),
  );
}

function shown(name: string, value: unknown): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "boolean") return value ? said.yes : said.no;
  if ((name === "role" || name === "invited_as") && typeof value === "number")
    return words.pages.roles[value] ?? String(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}
