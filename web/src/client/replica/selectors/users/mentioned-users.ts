// Finds the users mentioned in a text.
import type { State } from "@parlance/contract/state/index.ts";
import { peopleById } from "../entities-by-id.ts";

/** Matches a mention that notifies. Silent mentions have a `_` after the `@` and do not match. */
const MENTION = /@\*\*([^*|\n]{1,100})(?:\|(\d{1,15}))?\*\*/g;

/**
 * Returns the ids of the users mentioned in a text, each id once. A name that several users have matches all of these
 * users.
 */
export function mentionedUserIds(state: State, text: string): readonly number[] {
  if (!text.includes("@**")) return [];
  const people = [...peopleById(state).values()];
  const ids = [...text.matchAll(MENTION)].flatMap(([, name, id]) =>
    id === undefined ? people.filter((one) => one.full_name === name).map(({ user_id }) => user_id) : [Number(id)],
  );
  return [...new Set(ids)];
}
