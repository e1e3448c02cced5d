import type { Module } from "@parlance/kernel/http/module.ts";
import { postEmails, pruneIncomingEmail } from "./jobs.ts";
import type { IncomingEmailServices } from "./receive-email.ts";

/** Creates the module that posts emails as messages: emails to channel addresses, and replies to emails. */
export const incomingEmailModule = (room: IncomingEmailServices): Module => ({
  name: "incoming-mail",
  floor: "notifications",
  tables: ["incoming_mail", "posted_mail", "reply_address"],
  endpoints: [],
  jobs: [postEmails(room), pruneIncomingEmail],
});
