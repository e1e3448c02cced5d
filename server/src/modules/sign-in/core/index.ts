import type { Module } from "@parlance/kernel/http/module.ts";
import { pruneLoginSteps } from "./jobs.ts";

export const signInModule: Module = {
  name: "sign-in",
  section: "auth",
  floor: "sign-in-core",
  tables: ["login_step"],
  endpoints: [],
  jobs: [pruneLoginSteps],
};
