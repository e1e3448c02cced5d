import type { Module } from "@parlance/kernel/http/module.ts";
import type { DigestServices } from "./actions/send-digests.ts";
import { deliverDigests } from "./jobs.ts";

/** Creates the module for digests: emails to users who were away for days about what they missed. */
export const digestsModule = (office: DigestServices): Module => ({
  name: "digests",
  floor: "notifications",
  tables: ["digest"],
  endpoints: [],
  jobs: [deliverDigests(office)],
});
