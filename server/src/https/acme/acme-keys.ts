import { createHash, type KeyObject } from "node:crypto";
import { deriveKey } from "@parlance/kernel/base/derived-key.ts";

const pem = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" }).toString();

/** Returns the private key of the account with the certificate authority, in PEM. */
export const accountKey = (secret: Uint8Array): string => pem(deriveKey(secret, "acme: account").privateKey);

/**
 * Returns the private key of a host's certificate, in PEM. Each certificate has its own salt, and therefore its own
 * key.
 */
export const certificateKey = (secret: Uint8Array, host: string, salt: string): string =>
  pem(deriveKey(secret, `acme: certificate of ${host}, ${salt}`).privateKey);

/** Returns the private key of the temporary certificate that proves control of a host to the authority, in PEM. */
export const challengeKey = (secret: Uint8Array, host: string): string =>
  pem(deriveKey(secret, `acme: challenge of ${host}`).privateKey);

/**
 * Returns a function that computes the key authorization for a challenge token: the proof that the host belongs to this
 * server's account (RFC 8555, section 8.1). The server can respond to any token without remembering those it was given,
 * because a key authorization of this account is useless for the order of another account.
 */
export function keyAuthorizations(secret: Uint8Array): (token: string) => string {
  const { point } = deriveKey(secret, "acme: account");
  const part = (from: number) => point.subarray(from, from + 32).toString("base64url");
  // RFC 7638 prescribes this order of the members.
  const jwk = JSON.stringify({ crv: "P-256", kty: "EC", x: part(1), y: part(33) });
  const thumbprint = createHash("sha256").update(jwk).digest("base64url");
  return (token) => `${token}.${thumbprint}`;
}
