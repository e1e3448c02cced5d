import type { Module } from "@parlance/kernel/http/module.ts";
import { clearPhoneNotifications, type PhonePushServices, notifyPhones } from "./jobs.ts";

/** Creates the module for push notifications on phones. */
export const phonePushModule = (office: PhonePushServices): Module => ({
  name: "phone-push",
  floor: "notifications",
  endpoints: [],
  jobs: [notifyPhones(office), clearPhoneNotifications(office)],
});
