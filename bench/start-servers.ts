import type { Organization } from "./bench-organization.ts";
import type { OursOptions } from "./measured-server.ts";
import { RemoteServer } from "./remote-process.ts";

/** Our server, serving an organization. `more`: what differs from how all rows measure it. */
export const startOurs = ({ connection }: Organization, more: Partial<OursOptions> = {}): Promise<RemoteServer> =>
  RemoteServer.start(new URL("./measured-server.ts", import.meta.url), { connection, ...more });

/** One of the bare limits. */
export const startBare = (
  name: "bytes" | "fetch" | "first-unread" | "held" | "mark" | "move" | "send",
  options: object,
): Promise<RemoteServer> => RemoteServer.start(new URL(`./bare/${name}.ts`, import.meta.url), options);
