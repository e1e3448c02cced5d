import type { Database } from "#kernel/db/types.ts";
import type { Module } from "#kernel/http/module.ts";
import { devFetchApiKey } from "./api/dev-fetch-api-key.ts";
import { fetchApiKey } from "./api/fetch-api-key.ts";
import { passwordBackend } from "./backends/password.ts";
import { pruneAttempts, pruneLoginFailures, pruneSessions } from "./jobs.ts";

/** Logging in. It needs what other modules do not: to write although the request fails, and the server's secret. */
export const authModule = ({ db, secret }: { db: Database; secret: Uint8Array }): Module => ({
  name: "auth",
  endpoints: [fetchApiKey({ db, secret, backends: [passwordBackend] }), devFetchApiKey],
  jobs: [pruneLoginFailures, pruneSessions, pruneAttempts],
});
