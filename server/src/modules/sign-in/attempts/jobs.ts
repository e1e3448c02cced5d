import { z } from "zod";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import { MAX_WINDOW_SECONDS } from "@parlance/kernel/rate-limits/rate-limit-rules.ts";
import { KNOWN_NETWORK_MS } from "./login-limit.ts";

const WINDOW_MS = MAX_WINDOW_SECONDS * 1000;

/** Job that deletes recorded wrong passwords that no longer count. */
export const pruneLoginFailures: JobDeclaration = {
  name: "prune-login-failures",
  payload: z.object({}),
  schedule: "23 * * * *",
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - WINDOW_MS);
    await db.write((tx) => tx.deleteFrom("login_failure").where("at", "<=", before).execute());
  },
};

/** Job that deletes networks from which no login has succeeded for a long time. */
export const pruneLoginNetworks: JobDeclaration = {
  name: "prune-login-networks",
  payload: z.object({}),
  schedule: "41 5 * * *",
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - KNOWN_NETWORK_MS);
    await db.write((tx) => tx.deleteFrom("login_network").where("last_at", "<=", before).execute());
  },
};

/** Job that deletes attempts that no longer count. */
export const pruneAttempts: JobDeclaration = {
  name: "prune-attempts",
  payload: z.object({}),
  schedule: "31 * * * *",
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - WINDOW_MS);
    await db.write((tx) => tx.deleteFrom("attempt").where("at", "<=", before).execute());
  },
};
