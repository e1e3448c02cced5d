import { z } from "zod";
import { UnixSeconds } from "../entities/scalars.ts";
import { updateField } from "../state/set-fields.ts";
import { EventId, noun } from "./noun.ts";

export const MutedUser = z.strictObject({
  id: z.int(),
  timestamp: UnixSeconds.describe("Time when the user was muted, in UNIX seconds."),
});
export type MutedUser = z.infer<typeof MutedUser>;

export const MutedUsersEvent = z.strictObject({
  id: EventId,
  type: z.literal("muted_users"),
  muted_users: z.array(MutedUser).describe("All muted users."),
});

export const mutedUsersNoun = noun({
  events: [MutedUsersEvent],
  snapshot: { muted_users: { muted_users: z.array(MutedUser) } },
  reducers: { muted_users: (state, event) => updateField(state, "muted_users", () => event.muted_users) },
});
