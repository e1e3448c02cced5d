import type { Module } from "#kernel/http/module.ts";
import { postLetters, pruneMailRoom } from "./jobs.ts";
import type { MailRoom } from "./receive-email.ts";

/** Letters that are posted: to channels, and answers to letters. Nobody calls it over HTTP. */
export const incomingMailModule = (room: MailRoom): Module => ({
  name: "incoming-mail",
  endpoints: [],
  jobs: [postLetters(room), pruneMailRoom],
});
