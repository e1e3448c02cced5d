import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress } from "./public-addresses.ts";
import { FetchRejected, HostNotFound } from "./fetch-errors.ts";

/** All IP addresses of a name. */
export type ResolveHost = (name: string) => Promise<readonly string[]>;

export interface SsrfGuardOptions {
  /** Hosts that may be reached though they are internal, at ports of any number: `wiki.internal`, `10.0.0.9:8080`. */
  readonly internalHosts: readonly string[];
  /** Whether a proxy looks up names, and refuses addresses that it wants to refuse. */
  readonly isBehindProxy: boolean;
  readonly resolve?: ResolveHost | undefined;
}

/** Where a connection may be made to. */
export interface AllowedTarget {
  readonly host: string;
  readonly port: number;
  /** The addresses of the host that were checked; no other one may be used. None if a proxy looks it up. */
  readonly addresses: readonly string[];
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };
/** Most addresses of a name that are looked at. */
const MAX_ADDRESSES = 32;

/** Names of the machine itself (RFC 6761), whatever a name service says of them. */
const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/.test(host);

const resolveWithSystem: ResolveHost = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** Decides to which hosts the server connects because somebody linked to them: to none that only insiders can reach. */
export class SsrfGuard {
  readonly #internalHosts: ReadonlySet<string>;
  readonly #resolve: ResolveHost;
  readonly #isBehindProxy: boolean;

  constructor({ internalHosts, isBehindProxy, resolve = resolveWithSystem }: SsrfGuardOptions) {
    this.#internalHosts = new Set(internalHosts);
    this.#isBehindProxy = isBehindProxy;
    this.#resolve = resolve;
  }

  /** @throws FetchRejected if the address is not allowed; HostNotFound if the name does not resolve */
  async resolveTarget(url: URL): Promise<AllowedTarget> {
    const defaultPort = DEFAULT_PORTS[url.protocol];
    if (defaultPort === undefined) throw new FetchRejected("not of the web");
    if (url.username !== "" || url.password !== "") throw new FetchRejected("with a login");
    const isAllowed = this.#internalHosts.has(url.host);
    if (url.port !== "" && !isAllowed) throw new FetchRejected("not at the usual port");
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const port = url.port === "" ? defaultPort : Number(url.port);
    // A proxy would take them for itself.
    if (!isAllowed && isLocalName(host)) throw new FetchRejected("at an internal address");
    if (this.#isBehindProxy && isIP(host) === 0) return { host, port, addresses: [] };
    const addresses = await this.#addressesOf(host);
    // One internal address among others is no accident, and which one would be used is not ours to say.
    if (!isAllowed && !addresses.every(isPublicAddress)) throw new FetchRejected("at an internal address");
    return { host, port, addresses };
  }

  async #addressesOf(host: string): Promise<readonly string[]> {
    if (isIP(host) > 0) return [host];
    const addresses = await this.#resolve(host).catch(() => []);
    if (addresses.length === 0 || addresses.length > MAX_ADDRESSES) throw new HostNotFound("at no address");
    return addresses;
  }
}
