import type { Module } from "@parlance/kernel/http/module.ts";
import { pruneResets } from "./jobs.ts";

export const passwordsModule: Module = {
  name: "passwords",
  section: "auth",
  floor: "sign-in",
  tables: ["password_reset"],
  endpoints: [],
  jobs: [pruneResets],
};
