import type { Module } from "@parlance/kernel/http/module.ts";
import { postEmails, pruneIncomingEmail } from "./jobs.ts";
import type { IncomingEmailServices } from "./receive-email.ts";

/** Module of emails that are posted as messages: emails to channels, and replies to emails. It has no endpoints. */
export const incomingEmailModule = (room: IncomingEmailServices): Module => ({
  name: "incoming-mail",
  floor: "notifications",
  tables: ["incoming_mail", "posted_mail", "reply_address"],
  endpoints: [],
  jobs: [postEmails(room), pruneIncomingEmail],
});
