import { createHash, type KeyObject } from "node:crypto";
import { deriveKey } from "@parlance/kernel/base/derived-key.ts";

const pem = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" }).toString();

/** The private key of the account by which certificates are ordered, in PEM. */
export const accountKey = (secret: Uint8Array): string => pem(deriveKey(secret, "acme: account").privateKey);

/** The private key of a host's certificate, in PEM. Each certificate has a salt, and so a key of its own. */
export const certificateKey = (secret: Uint8Array, host: string, salt: string): string =>
  pem(deriveKey(secret, `acme: certificate of ${host}, ${salt}`).privateKey);

/** The private key of what is shown to prove that a host is ours, in PEM. */
export const challengeKey = (secret: Uint8Array, host: string): string =>
  pem(deriveKey(secret, `acme: challenge of ${host}`).privateKey);

/**
 * What proves to who asks for a token that its host belongs to this server's account (RFC 8555, section 8.1). It needs no
 * memory of which tokens were given out: for those of others' orders the answer is worth nothing.
 */
export function keyAuthorizations(secret: Uint8Array): (token: string) => string {
  const { point } = deriveKey(secret, "acme: account");
  const part = (from: number) => point.subarray(from, from + 32).toString("base64url");
  // The members in the order that RFC 7638 prescribes.
  const jwk = JSON.stringify({ crv: "P-256", kty: "EC", x: part(1), y: part(33) });
  const thumbprint = createHash("sha256").update(jwk).digest("base64url");
  return (token) => `${token}.${thumbprint}`;
}
