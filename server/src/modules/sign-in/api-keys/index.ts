import type { Module } from "@parlance/kernel/http/module.ts";
import { createKey } from "./api/create-scoped-key.ts";
import { listKeys } from "./api/list-scoped-keys.ts";
import { revokeKey } from "./api/revoke-scoped-key.ts";
import { scopedKeys } from "./scoped-keys-snapshot.ts";
import { pruneKeys } from "./jobs.ts";

/**
 * Creates the module for scoped API keys. `operations` returns the names of all operations to which a key can be
 * limited.
 */
export const apiKeysModule = (operations: () => ReadonlySet<string>): Module => ({
  name: "api-keys",
  section: "auth",
  floor: "sessions",
  tables: ["scoped_key"],
  endpoints: [createKey(operations), listKeys, revokeKey],
  snapshotSections: [scopedKeys],
  jobs: [pruneKeys],
});
