import { once } from "node:events";
import type { Server as PlainServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import { systemErrorCode } from "@parlance/kernel/base/file-errors.ts";
import { errorText } from "@parlance/kernel/base/error-description.ts";
import type { Config } from "./config/load-config.ts";

/** Address on which a server listens. */
interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** Name of the option that sets the port, for error messages. Default: `--port (PARLANCE_PORT)`. */
  readonly setting?: string;
  /** Name of the setting of the host, for error messages. Default: `PARLANCE_HOST`. */
  readonly hostSetting?: string;
}

/** Thrown if a server cannot listen on its address. The message says why, and how the operator can fix it. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}

/**
 * Checks that a server can listen on the address, so that a conflict is found before the data directory or the database
 * is created.
 * @throws ListenError
 */
export async function assertAddressAvailable(address: ListenAddress): Promise<void> {
  const probe = createServer((socket) => socket.destroy());
  try {
    const { host, port } = address;
    probe.listen({ host, port });
    await once(probe, "listening");
  } catch (error) {
    throw toListenError(error, address);
  } finally {
    await new Promise((resolve) => probe.close(resolve));
  }
}

/** Converts an error of `listen` into one whose message says how the operator can fix it. */
export function toListenError(
  cause: unknown,
  { host, port, setting = "--port (PARLANCE_PORT)", hostSetting = "PARLANCE_HOST" }: ListenAddress,
): ListenError {
  const explanations: Readonly<Record<string, string>> = {
    EADDRINUSE: `another program is already listening on ${host}, port ${port}: stop it, or choose another port with ${setting}`,
    EACCES: `this user is not allowed to listen on port ${port}: choose port 1024 or higher with ${setting}, or grant the permission (see docs/https.md)`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: correct ${hostSetting}`,
    ENOTFOUND: `host ${host} not found: correct ${hostSetting}`,
    EAI_AGAIN: `host ${host} cannot be resolved: correct ${hostSetting}, or check the DNS server`,
    EAFNOSUPPORT: `this machine does not support addresses like ${host}: correct ${hostSetting}`,
  };
  const explanation =
    explanations[systemErrorCode(cause) ?? ""] ?? `cannot listen on ${host}, port ${port}: ${errorText(cause)}`;
  return new ListenError(explanation, { cause });
}

/**
 * Makes the server listen, and then the server that redirects unencrypted requests, if there is one. Returns the URL at
 * which the server listens. @throws ListenError
 */
export async function listen(
  { app, plain }: { readonly app: FastifyInstance; readonly plain: PlainServer | undefined },
  { host, port, httpPort = 0, server }: Config,
): Promise<string> {
  await app.listen({ host, port }).catch((error: unknown) => {
    throw toListenError(error, { host, port });
  });
  if (plain) {
    plain.listen({ host, port: httpPort });
    await once(plain, "listening").catch((error: unknown) => {
      throw toListenError(error, { host, port: httpPort, setting: "PARLANCE_HTTP_PORT" });
    });
  }
  const address = app.server.address() as AddressInfo;
  return `${server.https ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
}
