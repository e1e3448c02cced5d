import { roles } from "@parlance/contract/entities/roles.ts";
import type { EventOf } from "@parlance/contract/events/index.ts";
import type { Audience } from "@parlance/kernel/events/audience.ts";

/** Something happened to invitations: clients that show them ask again. */
export const invitesChanged = (): Omit<EventOf<"invites_changed">, "id"> => ({ type: "invites_changed" });

/** Who sees the invitations of these people: they themselves, and administrators. Bots see none. */
export const invitationAudience = (realmId: number, referrers: readonly number[]): Audience => ({
  realmId,
  roleAtLeast: roles.administrator,
  users: referrers,
  humans: true,
});
