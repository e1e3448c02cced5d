import type { Module } from "#kernel/http/module.ts";
import { clearAllPhones, type PhoneOffice, tellAllPhones } from "./jobs.ts";

/** Notices on phones. */
export const phonePushModule = (office: PhoneOffice): Module => ({
  name: "phone-push",
  endpoints: [],
  jobs: [tellAllPhones(office), clearAllPhones(office)],
});
