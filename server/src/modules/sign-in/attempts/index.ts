import type { Module } from "@parlance/kernel/http/module.ts";
import { pruneAttempts, pruneLoginFailures, pruneLoginNetworks } from "./jobs.ts";

export const attemptsModule: Module = {
  name: "login-attempts",
  section: "auth",
  floor: "sign-in-core",
  tables: ["attempt", "login_failure", "login_network"],
  endpoints: [],
  jobs: [pruneLoginFailures, pruneLoginNetworks, pruneAttempts],
};
