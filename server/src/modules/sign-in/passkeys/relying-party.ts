import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { PasskeysNeedHttps } from "../core/errors.ts";

/** Whom passkeys of an organization are for, as browsers know it (WebAuthn: the relying party). */
export interface RelyingParty {
  /** The host name. A passkey works at this one alone. */
  readonly id: string;
  readonly origin: string;
}

const isLocalhost = (host: string): boolean => host === "localhost" || host.endsWith(".localhost");
const isIpAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.startsWith("[");

/** The relying party of an organization; null where browsers have no passkeys: without encryption, or without a name. */
export function findRelyingParty({ url }: Pick<RealmContext, "url">): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(url);
  const isSecure = protocol === "https:" || isLocalhost(hostname);
  return isSecure && !isIpAddress(hostname) ? { id: hostname, origin } : null;
}

/** @throws PasskeysNeedHttps */
export function assertRelyingParty(realm: Pick<RealmContext, "url">): RelyingParty {
  const party = findRelyingParty(realm);
  if (party === null) throw new PasskeysNeedHttps();
  return party;
}
