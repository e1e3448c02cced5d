import type { BenchOrganization } from "./bench-organization.ts";
import type { MeasuredServerOptions } from "./measured-server.ts";
import { RemoteServer } from "./remote-process.ts";

/**
 * Starts the measured server for an organization. `more`: options that the calling benchmark needs, such as rate
 * limits.
 */
export const startMeasuredServer = (
  { connection }: BenchOrganization,
  more: Partial<MeasuredServerOptions> = {},
): Promise<RemoteServer> =>
  RemoteServer.start(new URL("./measured-server.ts", import.meta.url), { connection, ...more });

/** Starts a bare server: one that does only the minimum, and that the measured server is compared with. */
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
