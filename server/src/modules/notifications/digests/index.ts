import type { Module } from "@parlance/kernel/http/module.ts";
import type { DigestServices } from "./actions/send-digests.ts";
import { deliverDigests } from "./jobs.ts";

/** Letters that sum up what people missed who were away for days; nobody calls it over HTTP. */
export const digestsModule = (office: DigestServices): Module => ({
  name: "digests",
  floor: "notifications",
  tables: ["digest"],
  endpoints: [],
  jobs: [deliverDigests(office)],
});
