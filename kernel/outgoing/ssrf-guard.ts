import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress } from "./public-addresses.ts";
import { FetchRejected, HostNotFound } from "./fetch-errors.ts";

/** Returns all IP addresses of a name. */
export type ResolveHost = (name: string) => Promise<readonly string[]>;

export interface SsrfGuardOptions {
  /** Hosts that may be reached although they are internal, at any port: `wiki.internal`, `10.0.0.9:8080`. */
  readonly internalHosts: readonly string[];
  /** Whether a proxy resolves names, and rejects the addresses that it does not allow. */
  readonly isBehindProxy: boolean;
  readonly resolve?: ResolveHost | undefined;
}

/** The target of an allowed connection. */
export interface AllowedTarget {
  readonly host: string;
  readonly port: number;
  /** The host's addresses that were checked; no others may be used. Empty if a proxy resolves the name. */
  readonly addresses: readonly string[];
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };
/** Maximum number of checked addresses of a name. */
const MAX_ADDRESSES = 32;

/** Names of the machine itself (RFC 6761), whatever a name service returns for them. */
const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/.test(host);

const resolveWithSystem: ResolveHost = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/**
 * Decides which hosts the server may connect to because a user has linked to them. Hosts of internal networks are
 * excluded.
 */
export class SsrfGuard {
  readonly #internalHosts: ReadonlySet<string>;
  readonly #resolve: ResolveHost;
  readonly #isBehindProxy: boolean;

  constructor({ internalHosts, isBehindProxy, resolve = resolveWithSystem }: SsrfGuardOptions) {
    this.#internalHosts = new Set(internalHosts);
    this.#isBehindProxy = isBehindProxy;
    this.#resolve = resolve;
  }

  /** @throws FetchRejected if the URL is not allowed; HostNotFound if the name does not resolve */
  async resolveTarget(url: URL): Promise<AllowedTarget> {
    const defaultPort = DEFAULT_PORTS[url.protocol];
    if (defaultPort === undefined) throw new FetchRejected("not of the web");
    if (url.username !== "" || url.password !== "") throw new FetchRejected("with a login");
    const isAllowed = this.#internalHosts.has(url.host);
    if (url.port !== "" && !isAllowed) throw new FetchRejected("not at the usual port");
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const port = url.port === "" ? defaultPort : Number(url.port);
    // A proxy would resolve them to itself.
    if (!isAllowed && isLocalName(host)) throw new FetchRejected("at an internal address");
    if (this.#isBehindProxy && isIP(host) === 0) return { host, port, addresses: [] };
    const addresses = await this.#addressesOf(host);
    // One internal address among others is no accident, and which one would be used cannot be known.
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
