import type { EventBody, EventOf } from "@parlance/contract/events/index.ts";

/** Changed fields of a status. */
export type StatusUpdate = Omit<EventOf<"user_status">, "id" | "type" | "user_id">;

/**
 * Creates the event about changed fields of a status. It must be sent only to users who can see the user. `away`
 * depends on the setting `presence_enabled`.
 */
export const statusChanged = (userId: number, parts: StatusUpdate): EventBody => ({
  type: "user_status",
  user_id: userId,
  ...parts,
});
