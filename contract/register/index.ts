import { z } from "zod";
import { RegisterBasics } from "./basics.ts";
import { channelGates, ChannelSnapshotFields } from "./channels.ts";
import { messageGates, MessageSnapshotFields } from "./messages.ts";
import { peopleGates, PeopleSnapshotFields } from "./people.ts";
import { realmGates, RealmSnapshotFields } from "./realm.ts";
import { settingsGates, SettingsSnapshotFields } from "./settings.ts";

/**
 * A new event queue, and the state from which its events go on: of the gated fields, those asked for.
 * Lists that are sorted by a text follow `compareText` of state/lists.ts, so that clients can keep them sorted.
 */
export const RegisterResponse = z.strictObject({
  ...RegisterBasics.shape,
  ...MessageSnapshotFields.partial().shape,
  ...ChannelSnapshotFields.partial().shape,
  ...PeopleSnapshotFields.partial().shape,
  ...SettingsSnapshotFields.partial().shape,
  ...RealmSnapshotFields.partial().shape,
});
export type RegisterResponse = z.infer<typeof RegisterResponse>;

export type RegisterField = keyof RegisterResponse;

const gates: Record<string, z.ZodRawShape> = {
  ...messageGates,
  ...channelGates,
  ...peopleGates,
  ...settingsGates,
  ...realmGates,
};

/** Which fields come for which fetched event types; a `+` joins types that are all needed. */
export const registerGates: ReadonlyMap<string, readonly RegisterField[]> = new Map(
  Object.entries(gates).map(([gate, fields]) => [gate, Object.keys(fields) as RegisterField[]]),
);
