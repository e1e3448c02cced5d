import type { MutedUser } from "@parlance/contract/nouns/muted-users.ts";
import type { EventBody } from "@parlance/contract/events/index.ts";

/** Announces to a user all users whom the user mutes. */
export const mutedUsersChanged = (users: readonly MutedUser[]): EventBody => ({
  type: "muted_users",
  muted_users: [...users],
});
