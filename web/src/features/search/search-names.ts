import type { State } from "@parlance/contract/state/index.ts";
import { channelsById, peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { memo } from "../../client/replica/selectors/memo.ts";
import type { SearchNames } from "./search-query.ts";

const channelIdsByName = memo(
  ["subscriptions", "unsubscribed", "never_subscribed"],
  (state): ReadonlyMap<string, number> =>
    new Map([...channelsById(state).values()].map(({ name, stream_id }) => [name.toLowerCase(), stream_id])),
);

/**
 * Ids of users, by their names, by `name|id` and by their email addresses, all in lower case. A name that several users
 * have is not included.
 */
const userIdsByName = memo(
  ["realm_users", "realm_non_active_users", "cross_realm_bots"],
  (state): ReadonlyMap<string, number> => {
    const people = [...peopleById(state).values()];
    const namesakes = Map.groupBy(people, ({ full_name }) => full_name.toLowerCase());
    return new Map(
      people.flatMap(({ user_id, full_name, email, delivery_email }) => {
        const name = full_name.toLowerCase();
        const alone = namesakes.get(name)?.length === 1 ? [name] : [];
        const written = [...alone, `${name}|${user_id}`, email.toLowerCase(), delivery_email?.toLowerCase() ?? ""];
        return written.filter((one) => one !== "").map((one) => [one, user_id] as const);
      }),
    );
  },
);

/** Creates the functions that translate between names and ids in searches. */
export const createSearchNames = (state: State, me: number): SearchNames => ({
  me,
  channelId: (name) => channelIdsByName(state).get(name.toLowerCase()),
  channelName: (id) => channelsById(state).get(id)?.name,
  personId: (name) => userIdsByName(state).get(name.toLowerCase()),
  personName(id) {
    const name = peopleById(state).get(id)?.full_name;
    if (name === undefined) return undefined;
    return userIdsByName(state).get(name.toLowerCase()) === id ? name : `${name}|${id}`;
  },
});
