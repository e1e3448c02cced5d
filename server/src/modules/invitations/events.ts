import { roles } from "@parlance/contract/entities/roles.ts";
import type { EventOf } from "@parlance/contract/events/index.ts";
import type { Audience } from "@parlance/kernel/events/audience.ts";

/** Creates the event that invitations changed. Clients that show invitations load them again. */
export const invitesChanged = (): Omit<EventOf<"invites_changed">, "id"> => ({ type: "invites_changed" });

/** Returns the audience of events about invitations: the given referrers and the administrators, without bots. */
export const invitationAudience = (realmId: number, referrers: readonly number[]): Audience => ({
  realmId,
  roleAtLeast: roles.administrator,
  users: referrers,
  humans: true,
});
