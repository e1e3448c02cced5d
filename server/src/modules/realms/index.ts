import type { Module } from "#kernel/http/module.ts";
import { serverSettings } from "./api/server-settings.ts";
import type { Site } from "./hosts.ts";
import { promoteFullMembers } from "./jobs.ts";
import { realmSlice } from "./realm-snapshot.ts";
import { slicesOfAbsentFeatures } from "./slices-of-absent-features.ts";

interface RealmsSettings extends Site {
  readonly heartbeatSeconds: number;
  /** Prefix under which the server's facts are repeated; empty for none. */
  readonly wireAliases: string;
}

/** Organizations: what they are, what they set, and what is known of the server they are on. */
export const realmsModule = (settings: RealmsSettings): Module => ({
  name: "realms",
  endpoints: [serverSettings(settings)],
  slices: [realmSlice(settings), ...slicesOfAbsentFeatures],
  jobs: [promoteFullMembers],
});
