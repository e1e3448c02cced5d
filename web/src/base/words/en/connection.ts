import { plural } from "./grammar.ts";
import { ago } from "./times.ts";

/** Texts about the state of the connection to the server. */
export const connection = {
  connecting: "Connecting…",
  offline: (currentAt: number, now: number) => `You're offline. Last updated ${ago(currentAt, now)}.`,
  waiting: (count: number) =>
    plural(count, "1 message is waiting to be sent.", `${count} messages are waiting to be sent.`),
  signedOut: "You're logged out. Your drafts and unsent messages are saved in this browser.",
  signIn: "Log in",
  unreachable: "Can't reach the server",
};
