import type { BenchOrganization } from "./bench-organization.ts";
import type { MeasuredServerOptions } from "./measured-server.ts";
import { RemoteServer } from "./remote-process.ts";

/** Our server, serving an organization. `more`: what differs from how all rows measure it. */
export const startMeasuredServer = (
  { connection }: BenchOrganization,
  more: Partial<MeasuredServerOptions> = {},
): Promise<RemoteServer> =>
  RemoteServer.start(new URL("./measured-server.ts", import.meta.url), { connection, ...more });

/** One of the bare limits. */
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
