import type { Module } from "#kernel/http/module.ts";
import { devFetchApiKey } from "./api/dev-fetch-api-key.ts";
import { fetchApiKey } from "./api/fetch-api-key.ts";
import { passwordBackend } from "./backends/password.ts";
import type { LoginServices, LoginSettings } from "./logins.ts";
import {
  pruneAttempts,
  pruneLoginFailures,
  pruneLoginNetworks,
  pruneLoginSteps,
  pruneResets,
  pruneSessions,
} from "./jobs.ts";

interface Parts extends Pick<LoginServices, "db" | "secret"> {
  readonly settings: LoginSettings;
}

/** How this server checks logins. */
export const loginServices = ({ db, secret, settings }: Parts): LoginServices => ({
  db,
  secret,
  backends: [passwordBackend],
  sendsLoginLetters: settings.sendLoginEmails,
  limits: settings.rateLimits,
});

/** Logging in. It needs what other modules do not: to write although the request fails, and the server's secret. */
export const authModule = (parts: Parts): Module => ({
  name: "auth",
  endpoints: [fetchApiKey(loginServices(parts)), devFetchApiKey],
  jobs: [pruneLoginFailures, pruneLoginNetworks, pruneSessions, pruneAttempts, pruneResets, pruneLoginSteps],
});
