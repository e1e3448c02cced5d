import { RemoteServer } from "./remote-process.ts";

/** Starts one of the bare servers. */
export const startBareServer = (
  name:
    | "fetch-messages"
    | "first-unread"
    | "long-poll"
    | "mark-read"
    | "move-topic"
    | "send-message"
    | "static-response",
  options: object,
): Promise<RemoteServer> => RemoteServer.start(new URL(`./bare/${name}.ts`, import.meta.url), options);
