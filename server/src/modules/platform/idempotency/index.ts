import type { Module } from "@parlance/kernel/http/module.ts";
import { pruneIdempotencyKeys } from "./jobs.ts";

/** Doing once what is asked for twice. */
export const idempotencyModule: Module = {
  name: "idempotency",
  floor: "records",
  tables: ["idempotency_key"],
  endpoints: [],
  jobs: [pruneIdempotencyKeys],
};
