import { roles } from "@parlance/contract/entities/roles.ts";
import type { EventOf } from "@parlance/contract/events/index.ts";
import type { Audience } from "@parlance/kernel/events/audience.ts";

/** Announces that invitations changed. Clients that show them load them again. */
export const invitesChanged = (): Omit<EventOf<"invites_changed">, "id"> => ({ type: "invites_changed" });

/** Audience of events about the invitations of these referrers: the referrers and administrators, without bots. */
export const invitationAudience = (realmId: number, referrers: readonly number[]): Audience => ({
  realmId,
  roleAtLeast: roles.administrator,
  users: referrers,
  humans: true,
});
