import type { Module } from "@parlance/kernel/http/module.ts";
import type { DigestServices } from "./actions/send-digests.ts";
import { deliverDigests } from "./jobs.ts";

/** Creates the module for digests: emails about missed messages, to users who were away for days. */
export const digestsModule = (office: DigestServices): Module => ({
  name: "digests",
  floor: "notifications",
  tables: ["digest"],
  endpoints: [],
  jobs: [deliverDigests(office)],
});
