import { z } from "zod";
import type { JobDeclaration } from "#kernel/jobs/job.ts";
import { LONGEST_WINDOW_SECONDS } from "#kernel/rate-limits/rules.ts";
import { endExpiredKeys } from "./actions/end-scoped-keys.ts";
import { endExpiredSessions } from "./actions/end-sessions.ts";
import { FAMILIAR_MS } from "./login-limit.ts";

const WINDOW_MS = LONGEST_WINDOW_SECONDS * 1000;

/** Deletes wrong passwords that count no more. */
export const pruneLoginFailures: JobDeclaration = {
  name: "prune-login-failures",
  payload: z.object({}),
  schedule: "23 * * * *",
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - WINDOW_MS);
    await db.write((tx) => tx.deleteFrom("login_failure").where("at", "<=", before).execute());
  },
};

/** Forgets networks from which nobody has signed in for long. */
export const pruneLoginNetworks: JobDeclaration = {
  name: "prune-login-networks",
  payload: z.object({}),
  schedule: "41 5 * * *",
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - FAMILIAR_MS);
    await db.write((tx) => tx.deleteFrom("login_network").where("last_at", "<=", before).execute());
  },
};

/** Deletes sessions of browsers that have expired. */
export const pruneSessions: JobDeclaration = {
  name: "prune-sessions",
  payload: z.object({}),
  schedule: "29 * * * *",
  async run({ db, clock, signal }) {
    while (!signal.aborted && (await db.write((tx) => endExpiredSessions(tx, clock.now()))));
  },
};

/** Keys that have expired are still listed for so long, in milliseconds. */
const EXPIRED_KEY_MS = 30 * 24 * 3600 * 1000;

/** Deletes keys that expired some time ago. */
export const pruneKeys: JobDeclaration = {
  name: "prune-scoped-keys",
  payload: z.object({}),
  schedule: "43 * * * *",
  async run({ db, clock, signal }) {
    const before = new Date(clock.now().getTime() - EXPIRED_KEY_MS);
    while (!signal.aborted && (await db.write((tx) => endExpiredKeys(tx, before))));
  },
};

/** Deletes attempts that count no more. */
export const pruneAttempts: JobDeclaration = {
  name: "prune-attempts",
  payload: z.object({}),
  schedule: "31 * * * *",
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - WINDOW_MS);
    await db.write((tx) => tx.deleteFrom("attempt").where("at", "<=", before).execute());
  },
};

/** Deletes links for forgotten passwords that have expired. */
export const pruneResets: JobDeclaration = {
  name: "prune-password-resets",
  payload: z.object({}),
  schedule: "37 * * * *",
  async run({ db, clock }) {
    await db.write((tx) => tx.deleteFrom("password_reset").where("expires_at", "<=", clock.now()).execute());
  },
};

/** Deletes steps of logins that nobody took, and assertions that are too old to come again. */
export const pruneLoginSteps: JobDeclaration = {
  name: "prune-login-steps",
  payload: z.object({}),
  schedule: "47 * * * *",
  async run({ db, clock }) {
    await db.write((tx) => tx.deleteFrom("login_step").where("expires_at", "<=", clock.now()).execute());
  },
};
