import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { PasskeysNeedHttps } from "../core/errors.ts";

/** The relying party of WebAuthn: the site for which passkeys are created, which is an organization here. */
export interface RelyingParty {
  /** Host name of the organization. A passkey works only for this host. */
  readonly id: string;
  readonly origin: string;
}

const isLocalhost = (host: string): boolean => host === "localhost" || host.endsWith(".localhost");
const isIpAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.startsWith("[");

/**
 * Returns the relying party of an organization; null if browsers do not support passkeys at its URL, because it is
 * neither HTTPS nor on localhost, or because it has an IP address instead of a host name.
 */
export function findRelyingParty({ url }: Pick<RealmContext, "url">): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(url);
  const isSecure = protocol === "https:" || isLocalhost(hostname);
  return isSecure && !isIpAddress(hostname) ? { id: hostname, origin } : null;
}

/**
 * Returns the relying party of an organization.
 * @throws PasskeysNeedHttps
 */
export function assertRelyingParty(realm: Pick<RealmContext, "url">): RelyingParty {
  const party = findRelyingParty(realm);
  if (party === null) throw new PasskeysNeedHttps();
  return party;
}
