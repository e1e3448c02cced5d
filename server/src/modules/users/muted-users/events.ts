import type { MutedUser } from "@parlance/contract/nouns/muted-users.ts";
import type { EventBody } from "@parlance/contract/events/index.ts";

/** Tells a user of everybody whom they muted. */
export const mutedUsersChanged = (users: readonly MutedUser[]): EventBody => ({
  type: "muted_users",
  muted_users: [...users],
});
