import type { EventBody, EventOf } from "@parlance/contract/events/index.ts";

/** Changed fields of a status. */
export type StatusUpdate = Omit<EventOf<"user_status">, "id" | "type" | "user_id">;

/**
 * Announces changed fields of a status; send it to the users who can see the user. `away` follows the setting
 * `presence_enabled`.
 */
export const statusChanged = (userId: number, parts: StatusUpdate): EventBody => ({
  type: "user_status",
  user_id: userId,
  ...parts,
});
