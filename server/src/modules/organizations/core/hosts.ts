import { isIP } from "node:net";

/**
 * URL of the server itself, such as `https://chat.example.com`. Organizations are at this URL, on its subdomains or on
 * hosts of their own.
 */
export interface Site {
  readonly url: string;
}

/**
 * Returns the host name in a `Host` header, in lower case, without port, brackets or trailing dot; null if it is
 * malformed.
 */
export function hostname(header: string): string | null {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]/@\s]+?)\.?)(?::\d*)?$/i.exec(header) ?? [];
  return (bracketed ?? plain)?.toLowerCase() ?? null;
}

/**
 * Returns the subdomain in a host name: empty for the site itself, `localhost` and IP addresses; null for all other
 * hosts, including nested subdomains.
 */
export function subdomainAt(host: string, site: Site): string | null {
  const own = new URL(site.url).hostname;
  if (host === own || host === "localhost" || isIP(host) > 0) return "";
  if (!host.endsWith(`.${own}`)) return null;
  const label = host.slice(0, -own.length - 1);
  return label === "" || label.includes(".") ? null : label;
}

/** Returns the origin of an organization's URL, without a slash at the end. */
export function realmUrl(realm: { subdomain: string; host: string | null }, site: Site): string {
  const url = new URL(site.url);
  if (realm.host !== null) url.hostname = realm.host;
  else if (realm.subdomain !== "") url.hostname = `${realm.subdomain}.${url.hostname}`;
  return url.origin;
}

/** Returns true if an organization that was found by the `Host` header has moved to another address. */
export function hasMovedFrom(header: string, realm: { subdomain: string; url: string }, site: Site): boolean {
  const host = hostname(header) ?? "";
  const label = subdomainAt(host, site);
  return label !== null && label !== realm.subdomain && host !== new URL(realm.url).hostname;
}

/** The key of the server's fact whose value is the id of the organization that was at a subdomain. */
export const formerSubdomainKey = (subdomain: string): string => `former_subdomain:${subdomain}`;
