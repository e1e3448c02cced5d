import type { Module } from "@parlance/kernel/http/module.ts";
import { pruneIdempotencyKeys } from "./jobs.ts";

/** Runs repeated requests only once. */
export const idempotencyModule: Module = {
  name: "idempotency",
  floor: "records",
  tables: ["idempotency_key"],
  endpoints: [],
  jobs: [pruneIdempotencyKeys],
};
