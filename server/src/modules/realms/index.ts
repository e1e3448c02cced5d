import type { Module } from "#kernel/http/module.ts";
import { serverSettings } from "./api/server-settings.ts";
import { realmSlice } from "./realm-snapshot.ts";
import { slicesOfAbsentFeatures } from "./slices-of-absent-features.ts";

/** Organizations: what they are, what they set, and what is known of the server they are on. */
export const realmsModule = (settings: { readonly heartbeatSeconds: number }): Module => ({
  name: "realms",
  endpoints: [serverSettings()],
  slices: [realmSlice(settings), ...slicesOfAbsentFeatures],
});
