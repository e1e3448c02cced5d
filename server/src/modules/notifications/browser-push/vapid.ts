import { type KeyObject, sign } from "node:crypto";
import { deriveKey } from "@parlance/kernel/base/derived-key.ts";

/** Time for which a signature is valid, in seconds. Push services accept at most a day. */
const TOKEN_LIFETIME_SECONDS = 12 * 3600;

/** The key with which this server identifies itself to push services (RFC 8292). */
export interface VapidKey {
  /** The public key in the format that browsers expect: an uncompressed point, in base64url. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** Derives the server's key. */
export function deriveVapidKey(secret: Uint8Array): VapidKey {
  const { point, privateKey } = deriveKey(secret, "web push: vapid");
  return { publicKey: point.toString("base64url"), privateKey };
}

const encodeJson = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * Returns the `Authorization` header with which the server identifies itself to the push service of an endpoint.
 * `contact`: a `mailto:` URL at which the push service can reach the server's operator.
 */
export function createVapidAuthorization(
  key: VapidKey,
  endpoint: URL,
  { contact, now }: { contact: string; now: Date },
): string {
  const claims = { aud: endpoint.origin, exp: Math.floor(now.getTime() / 1000) + TOKEN_LIFETIME_SECONDS, sub: contact };
  const signed = `${encodeJson({ typ: "JWT", alg: "ES256" })}.${encodeJson(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key: key.privateKey, dsaEncoding: "ieee-p1363" });
  return `vapid t=${signed}.${signature.toString("base64url")}, k=${key.publicKey}`;
}
