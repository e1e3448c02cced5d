import type { EventBody, EventOf } from "@parlance/contract/events/index.ts";

/** What of a status changed. */
export type StatusUpdate = Omit<EventOf<"user_status">, "id" | "type" | "user_id">;

/** Announces the parts that changed; send it to those who see the user. `away` follows the setting `presence_enabled`. */
export const statusChanged = (userId: number, parts: StatusUpdate): EventBody => ({
  type: "user_status",
  user_id: userId,
  ...parts,
});
