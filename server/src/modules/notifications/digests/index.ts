import type { Module } from "@parlance/kernel/http/module.ts";
import type { DigestServices } from "./actions/send-digests.ts";
import { deliverDigests } from "./jobs.ts";

/** Module of emails that sum up what users missed who were away for days. It has no endpoints. */
export const digestsModule = (office: DigestServices): Module => ({
  name: "digests",
  floor: "notifications",
  tables: ["digest"],
  endpoints: [],
  jobs: [deliverDigests(office)],
});
