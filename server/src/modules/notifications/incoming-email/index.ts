import type { Module } from "@parlance/kernel/http/module.ts";
import { postEmails, pruneIncomingEmail } from "./jobs.ts";
import type { IncomingEmailServices } from "./receive-email.ts";

/** Letters that are posted: to channels, and answers to letters. Nobody calls it over HTTP. */
export const incomingEmailModule = (room: IncomingEmailServices): Module => ({
  name: "incoming-mail",
  floor: "notifications",
  tables: ["incoming_mail", "posted_mail", "reply_address"],
  endpoints: [],
  jobs: [postEmails(room), pruneIncomingEmail],
});
