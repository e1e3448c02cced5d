import { mutedUsersNoun } from "@parlance/contract/nouns/muted-users.ts";
import { defineSlice, type Module } from "@parlance/kernel/http/module.ts";
import { mute } from "./api/mute.ts";
import { unmute } from "./api/unmute.ts";
import { mutes } from "./muted-users-snapshot.ts";
import { listMutedUsers } from "./queries.ts";

const muted = defineSlice(mutedUsersNoun, "muted_users", async (db, { actor }) => ({
  muted_users: await listMutedUsers(db, actor.id),
}));

/** Module for muting users. */
export const mutedUsersModule: Module = {
  name: "muted-users",
  floor: "channel-use",
  tables: ["muted_user_period"],
  endpoints: [mute, unmute],
  snapshotSections: [mutes],
  slices: [muted],
};
