import { request } from "node:http";
import { connect as connectSocket, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as encrypt } from "node:tls";
import type { Duplex } from "node:stream";
import type { AllowedTarget } from "./ssrf-guard.ts";
import { FetchRejected } from "./fetch-errors.ts";

interface ConnectOptions {
  readonly isEncrypted: boolean;
  /** Address of a proxy that supports the method CONNECT. */
  readonly proxy?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Connects to a host directly or through a proxy. A direct connection uses only the addresses that were checked, even
 * if the name resolves to other addresses by now.
 */
export async function connect(to: AllowedTarget, { isEncrypted, proxy, signal }: ConnectOptions): Promise<Duplex> {
  const name = isIP(to.host) === 0 ? { servername: to.host } : {};
  if (proxy === undefined)
    return isEncrypted ? encrypt({ ...pinnedOptions(to), ...name }) : connectSocket(pinnedOptions(to));
  const socket = await tunnel(to, proxy, signal);
  return isEncrypted ? encrypt({ socket, host: to.host, ...name }) : socket;
}

function pinnedOptions({ host, port, addresses }: AllowedTarget) {
  const checked = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_name, { all = false }, answer) => {
    const [first = { address: "", family: 0 }] = checked;
    if (all) answer(null, checked);
    else answer(null, first.address, first.family);
  };
  return { host, port, lookup };
}

async function tunnel({ host, port }: AllowedTarget, proxy: string, signal: AbortSignal): Promise<Socket> {
  const target = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const outgoing = request(proxy, { method: "CONNECT", path: target, headers: { host: target }, agent: false, signal });
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  outgoing.once("error", reject);
  outgoing.once("connect", ({ statusCode }, socket) => {
    if (statusCode === 200) {
      resolve(socket);
      return;
    }
    socket.destroy();
    reject(new FetchRejected(`refused by the proxy with ${statusCode}`));
  });
  outgoing.end();
  return promise;
}
