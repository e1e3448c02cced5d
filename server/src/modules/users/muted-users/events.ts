import type { MutedUser } from "@parlance/contract/nouns/muted-users.ts";
import type { EventBody } from "@parlance/contract/events/index.ts";

/** Creates the event with all users whom a user has muted, which is sent to that user. */
export const mutedUsersChanged = (users: readonly MutedUser[]): EventBody => ({
  type: "muted_users",
  muted_users: [...users],
});
