import { plural } from "./grammar.ts";
import { ago } from "./times.ts";

/** How the page stands with the server. */
export const connection = {
  connecting: "Connecting…",
  offline: (currentAt: number, now: number) => `No connection. You see how things were ${ago(currentAt, now)}.`,
  waiting: (count: number) => plural(count, "One message waits to be sent.", `${count} messages wait to be sent.`),
  signedOut: "You are signed out. What you wrote is kept here.",
  signIn: "Sign in",
  unreachable: "The server does not answer",
};
