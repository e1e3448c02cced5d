import type { Module } from "@parlance/kernel/http/module.ts";
import { pruneIdempotencyKeys } from "./jobs.ts";

/** Module that detects repeated requests, so that their changes are made only once. */
export const idempotencyModule: Module = {
  name: "idempotency",
  floor: "records",
  tables: ["idempotency_key"],
  endpoints: [],
  jobs: [pruneIdempotencyKeys],
};
