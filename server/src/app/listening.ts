import { once } from "node:events";
import { createServer } from "node:net";
import { errorCode } from "#kernel/db/embedded/errors.ts";
import { errorText } from "#kernel/error-description.ts";

/** Where a server is to listen. */
interface Address {
  readonly host: string;
  readonly port: number;
  /** What sets the port. Default: `--port`, or PARLANCE_PORT. */
  readonly setting?: string;
}

/** A server cannot listen where it is to; the message says why, and what to do. */
export class ListenProblem extends Error {
  override readonly name = "ListenProblem";
}

/**
 * Looks whether a server can listen there, so that this is known before anything is made.
 * @throws ListenProblem
 */
export async function checkAddress(address: Address): Promise<void> {
  const probe = createServer((socket) => socket.destroy());
  try {
    const { host, port } = address;
    probe.listen({ host, port });
    await once(probe, "listening");
  } catch (error) {
    throw listenProblem(error, address);
  } finally {
    await new Promise((resolve) => probe.close(resolve));
  }
}

/** What to say of an error of listening. */
export function listenProblem(
  cause: unknown,
  { host, port, setting = "--port (PARLANCE_PORT)" }: Address,
): ListenProblem {
  const explanations: Readonly<Record<string, string>> = {
    EADDRINUSE: `another program listens on ${host}, port ${port}: end it, or choose another port with ${setting}`,
    EACCES: `this user may not listen on port ${port}: choose one from 1024 up with ${setting}, or let this user (docs/https.md)`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: correct PARLANCE_HOST`,
    ENOTFOUND: `there is no host ${host}: correct PARLANCE_HOST`,
    EAI_AGAIN: `the host ${host} cannot be looked up: correct PARLANCE_HOST, or see to the name server`,
    EAFNOSUPPORT: `this machine has no addresses like ${host}: correct PARLANCE_HOST`,
  };
  const explanation =
    explanations[errorCode(cause) ?? ""] ?? `cannot listen on ${host}, port ${port}: ${errorText(cause)}`;
  return new ListenProblem(explanation, { cause });
}
