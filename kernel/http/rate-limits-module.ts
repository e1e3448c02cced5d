import { pruneRateShares } from "../rate-limits/jobs.ts";
import type { Module } from "./module.ts";

export const rateLimitsModule: Module = { name: "rate-limits", endpoints: [], jobs: [pruneRateShares] };
