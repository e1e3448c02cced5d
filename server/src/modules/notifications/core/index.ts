import type { Module } from "#kernel/http/module.ts";
import { explain } from "./api/explain.ts";
import { forgetOldNotices } from "./jobs.ts";

/** Who is told of what. */
export const noticesModule: Module = {
  name: "notices",
  section: "messages",
  endpoints: [explain],
  jobs: [forgetOldNotices],
};
