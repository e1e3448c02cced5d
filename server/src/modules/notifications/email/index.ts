import type { Module } from "@parlance/kernel/http/module.ts";

/** Emails about messages that users missed. */
export const missedMessageEmailsModule: Module = {
  name: "missed-message-emails",
  floor: "notifications",
  tables: ["notice_letter"],
  endpoints: [],
};
