import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress } from "./public-addresses.ts";
import { FetchRejected, HostNotFound } from "./fetch-errors.ts";

/** Resolves a host name to all of its IP addresses. */
export type ResolveHost = (name: string) => Promise<readonly string[]>;

export interface SsrfGuardOptions {
  /**
   * Internal hosts to which connections are allowed, such as `wiki.internal` or `10.0.0.9:8080`. Without a port, only
   * the default port of the URL's protocol is allowed.
   */
  readonly internalHosts: readonly string[];
  /** Whether connections go through a proxy, which then resolves names and rejects forbidden addresses itself. */
  readonly isBehindProxy: boolean;
  readonly resolve?: ResolveHost | undefined;
}

/** The target of a connection that the guard has allowed. */
export interface AllowedTarget {
  readonly host: string;
  readonly port: number;
  /** The checked addresses of the host. Only these may be used. Empty if a proxy resolves the name. */
  readonly addresses: readonly string[];
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };
/** Maximum number of addresses of a name. A name with more addresses is rejected. */
const MAX_ADDRESSES = 32;

/** Returns whether a name stands for the machine itself (RFC 6761), regardless of how it resolves. */
const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/.test(host);

const resolveWithSystem: ResolveHost = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/**
 * Decides whether the server may connect to a host because a user has linked to it. Protects against SSRF: hosts in
 * internal networks are rejected.
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
    // A proxy would resolve these names to its own machine.
    if (!isAllowed && isLocalName(host)) throw new FetchRejected("at an internal address");
    if (this.#isBehindProxy && isIP(host) === 0) return { host, port, addresses: [] };
    const addresses = await this.#addressesOf(host);
    // If a name has both internal and public addresses, this is probably an attack, and the connection might use any of
    // them.
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
