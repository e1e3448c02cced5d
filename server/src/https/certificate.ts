import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { createSecureContext, type SecureContext } from "node:tls";

/** A certificate with its key, ready for use. */
export interface Certificate {
  /** The certificate and its intermediate certificates, in PEM. */
  readonly chain: string;
  /** The private key, in PEM. */
  readonly key: string;
  readonly validUntil: Date;
  readonly context: SecureContext;
  /** Returns true if the certificate is valid for a host. */
  readonly names: (host: string) => boolean;
}

/** Thrown if a certificate cannot be used. The message gives the reason as a clause that can follow a colon. */
export class UnusableCertificate extends Error {
  override readonly name = "UnusableCertificate";
}

/**
 * Reads a certificate and its key, both in PEM.
 * @throws UnusableCertificate
 */
export function readCertificate(chain: string, key: string): Certificate {
  const first = parseOrThrow(() => new X509Certificate(chain), "it contains no PEM certificate");
  if (!first.checkPrivateKey(privateKey(key))) {
    throw new UnusableCertificate(
      "the key does not match the first certificate; the server's certificate must come before the intermediate certificates",
    );
  }
  const context = parseOrThrow(() => createSecureContext({ cert: chain, key }), "the certificates do not form a chain");
  const names = (host: string) => (isIP(host) > 0 ? first.checkIP(host) : first.checkHost(host)) !== undefined;
  return { chain, key, validUntil: new Date(first.validTo), context, names };
}

function privateKey(key: string): KeyObject {
  if (key.includes("ENCRYPTED"))
    throw new UnusableCertificate("the key is protected by a password; remove it with `openssl pkey`");
  return parseOrThrow(() => createPrivateKey(key), "the key is not a PEM private key");
}

function parseOrThrow<T>(parse: () => T, problem: string): T {
  try {
    return parse();
  } catch (error) {
    throw new UnusableCertificate(problem, { cause: error });
  }
}

/** A warning is logged when fewer than this number of days are left before a certificate expires. */
export const WARNING_DAYS = 14;
const DAY_MS = 24 * 3_600_000;

/** Returns the number of days until a time, rounded down; negative if it has passed. */
export const daysLeft = (until: Date, now: Date): number => Math.floor((until.getTime() - now.getTime()) / DAY_MS);
