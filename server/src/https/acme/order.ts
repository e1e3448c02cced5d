import { X509Certificate } from "node:crypto";
import type { Authorization } from "acme-client";
import type { AcmeSettings } from "#kernel/config/https-settings.ts";
import { errorText } from "#kernel/error-description.ts";
import { accountKey } from "./keys.ts";

/** Longest time for one answer of who gives out certificates, in milliseconds. */
const ANSWER_MS = 30_000;
/** The first pause before it is asked again whether something is ready, in milliseconds. */
const ASK_AGAIN_MS = 1_000;

interface Order {
  readonly host: string;
  /** The private key of the certificate, in PEM. */
  readonly key: string;
  readonly secret: Uint8Array;
  /** Has all processes show a certificate, in PEM, to who checks that the host is ours. Resolves when they do. */
  readonly show: (certificate: string) => Promise<void>;
  /** The key of that certificate. */
  readonly challengeKey: string;
}

/**
 * Orders a certificate and waits for it: the certificate, and those that vouch for it, in PEM.
 * @throws Error whose message says why there is none
 */
export async function orderCertificate(
  { directoryUrl, email, challenge }: AcmeSettings,
  order: Order,
): Promise<string> {
  // Only who orders certificates needs all of this in memory.
  const { axios, Client, crypto } = await import("acme-client");
  // We try again ourselves, after longer pauses.
  Object.assign(axios.defaults, { timeout: ANSWER_MS, acmeSettings: { retryMaxAttempts: 0 } });
  await reach(directoryUrl);
  const { host, key, secret, show, challengeKey } = order;
  const client = new Client({ directoryUrl, accountKey: accountKey(secret), backoffMin: ASK_AGAIN_MS });
  const [, csr] = await crypto.createCsr({ altNames: [host] }, key);
  return client.auto({
    csr,
    ...(email !== undefined && { email }),
    termsOfServiceAgreed: true,
    // From here the way to ourselves may be another one.
    skipChallengeVerification: true,
    challengePriority: [challenge],
    async challengeCreateFn(authorization: Authorization, { type }, keyAuthorization) {
      if (type !== challenge) throw new Error(`${challenge} is not offered for ${host}`);
      if (challenge === "http-01") return;
      const [, certificate] = await crypto.createAlpnCertificate(authorization, keyAuthorization, challengeKey);
      await show(certificate.toString());
    },
    challengeRemoveFn: async () => undefined,
  });
}

/** Of what keeps us from it, the library would not say what it is. */
async function reach(directoryUrl: string): Promise<void> {
  const answer = await fetch(directoryUrl, { signal: AbortSignal.timeout(ANSWER_MS) }).catch((error: unknown) => {
    const { cause = error } = error as { cause?: unknown };
    throw new Error(`${directoryUrl} cannot be reached: ${errorText(cause)}`, { cause: error });
  });
  if (!answer.ok) throw new Error(`${directoryUrl} answers with status ${answer.status}`);
}

/** From when to when a chain's first certificate is good. */
export function validityOf(chain: string): { validFrom: Date; validUntil: Date } {
  const { validFrom, validTo } = new X509Certificate(chain);
  return { validFrom: new Date(validFrom), validUntil: new Date(validTo) };
}
