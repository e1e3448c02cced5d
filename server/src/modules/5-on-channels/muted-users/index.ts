import { z } from "zod";
import { messageGates } from "@parlance/contract/register/messages.ts";
import type { Module, Slice } from "#kernel/http/module.ts";
import { mute } from "./api/mute.ts";
import { unmute } from "./api/unmute.ts";
import { mutedUsersOf } from "./queries.ts";

const muted: Slice = {
  types: ["muted_users"],
  response: z.strictObject(messageGates.muted_users),
  fetch: async (db, { actor }) => ({ muted_users: await mutedUsersOf(db, actor.id) }),
};

/** People whom people do not want to hear of. */
export const mutedUsersModule: Module = { name: "muted-users", endpoints: [mute, unmute], slices: [muted] };
