import type { RealmContext } from "#kernel/http/context.ts";
import { PasskeysNeedHttps } from "../core/errors.ts";

/** Whom passkeys of an organization are for, as browsers know it (WebAuthn: the relying party). */
export interface RelyingParty {
  /** The host name. A passkey works at this one alone. */
  readonly id: string;
  readonly origin: string;
}

const isLocal = (host: string): boolean => host === "localhost" || host.endsWith(".localhost");
const isNumber = (host: string): boolean => /^[\d.]+$/.test(host) || host.startsWith("[");

/** The relying party of an organization; null where browsers have no passkeys: without encryption, or without a name. */
export function relyingPartyOf({ url }: Pick<RealmContext, "url">): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(url);
  const isSecure = protocol === "https:" || isLocal(hostname);
  return isSecure && !isNumber(hostname) ? { id: hostname, origin } : null;
}

/** @throws PasskeysNeedHttps */
export function mustBeRelyingParty(realm: Pick<RealmContext, "url">): RelyingParty {
  const party = relyingPartyOf(realm);
  if (party === null) throw new PasskeysNeedHttps();
  return party;
}
