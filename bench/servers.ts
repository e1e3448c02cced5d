import type { Organization } from "./organization.ts";
import { RemoteServer } from "./remote.ts";

/** Our server, serving an organization. */
export const startOurs = ({ connection }: Organization): Promise<RemoteServer> =>
  RemoteServer.start(new URL("./ours.ts", import.meta.url), connection);

/** One of the bare limits. */
export const startBare = (
  name: "bytes" | "fetch" | "first-unread" | "held" | "mark" | "move" | "send",
  options: object,
): Promise<RemoteServer> => RemoteServer.start(new URL(`./bare/${name}.ts`, import.meta.url), options);
