import { isIP } from "node:net";

/** Where the server itself is reached, such as `https://chat.example.com`; organizations are its subdomains. */
export interface Site {
  readonly url: string;
}

/** The host name in a `Host` header, in lower case, without port, brackets or dot at the end; null for nonsense. */
export function hostname(header: string): string | null {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]/@\s]+?)\.?)(?::\d*)?$/i.exec(header) ?? [];
  return (bracketed ?? plain)?.toLowerCase() ?? null;
}

/** The subdomain that a host name stands for on this site; null if it is none of the site's. */
export function subdomainAt(host: string, site: Site): string | null {
  const own = new URL(site.url).hostname;
  if (host === own || host === "localhost" || isIP(host) > 0) return "";
  if (!host.endsWith(`.${own}`)) return null;
  const label = host.slice(0, -own.length - 1);
  return label === "" || label.includes(".") ? null : label;
}

/** Origin of an organization's address, without a slash at the end. */
export function realmUrl(realm: { subdomain: string; host: string | null }, site: Site): string {
  const url = new URL(site.url);
  if (realm.host !== null) url.hostname = realm.host;
  else if (realm.subdomain !== "") url.hostname = `${realm.subdomain}.${url.hostname}`;
  return url.origin;
}

/** Whether an organization that is found at a host, as the `Host` header names it, has moved away from there. */
export function hasMovedFrom(header: string, realm: { subdomain: string; url: string }, site: Site): boolean {
  const host = hostname(header) ?? "";
  const label = subdomainAt(host, site);
  return label !== null && label !== realm.subdomain && host !== new URL(realm.url).hostname;
}

/** The key of the server's fact whose value is the id of the organization that was at a subdomain. */
export const formerSubdomainKey = (subdomain: string): string => `former_subdomain:${subdomain}`;
