import type { Module } from "#kernel/http/module.ts";
import { forgetIdempotencyKeys } from "./jobs.ts";

/** Doing once what is asked for twice. */
export const idempotencyModule: Module = { name: "idempotency", endpoints: [], jobs: [forgetIdempotencyKeys] };
