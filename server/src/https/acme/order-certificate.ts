import { X509Certificate } from "node:crypto";
import type { Authorization } from "acme-client";
import type { AcmeSettings } from "../settings.ts";
import { errorText } from "@parlance/kernel/base/error-description.ts";
import { readResponseBody } from "@parlance/kernel/outgoing/read-response.ts";
import { accountKey } from "./acme-keys.ts";

/** Longest time for one answer of who gives out certificates, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 30_000;
/** Largest answer that is taken: a chain of certificates has some ten thousand bytes. */
const MAX_RESPONSE_BYTES = 2 ** 20;
/** The first pause before it is asked again whether something is ready, in milliseconds. */
const POLL_INTERVAL_MS = 1_000;

interface Order {
  readonly host: string;
  /** The private key of the certificate, in PEM. */
  readonly key: string;
  readonly secret: Uint8Array;
  /** Has all processes show a certificate, in PEM, to who checks that the host is ours. Resolves when they do. */
  readonly show: (certificate: string) => Promise<void>;
  /** The key of that certificate. */
  readonly challengeKey: string;
  /** Aborted when the order takes too long, or the server stops. */
  readonly signal: AbortSignal;
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
  const { host, key, secret, show, challengeKey, signal } = order;
  Object.assign(axios.defaults, {
    signal,
    timeout: RESPONSE_TIMEOUT_MS,
    maxContentLength: MAX_RESPONSE_BYTES,
    // ACME has none, and they could lead into the server's own network.
    maxRedirects: 0,
    // We try again ourselves, after longer pauses.
    acmeSettings: { retryMaxAttempts: 0 },
  });
  await assertReachable(directoryUrl, signal);
  const client = new Client({ directoryUrl, accountKey: accountKey(secret), backoffMin: POLL_INTERVAL_MS });
  const [, csr] = await crypto.createCsr({ altNames: [host] }, key);
  const ordering = client.auto({
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
  return ordering.catch((error: unknown) => {
    // All that the library says where there was no answer, or none that it understands.
    const isUnclear = error instanceof TypeError || (error as Error).message === "";
    throw isUnclear ? new Error(`${directoryUrl} returned no usable response`, { cause: error }) : error;
  });
}

/** Of what keeps us from it, the library would not say what it is. */
async function assertReachable(directoryUrl: string, signal: AbortSignal): Promise<void> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]);
  try {
    const answer = await fetch(directoryUrl, { signal: inTime, redirect: "error" });
    if (!answer.ok) throw new Error(`it responds with status ${answer.status}`);
    JSON.parse((await readResponseBody(answer, MAX_RESPONSE_BYTES)).toString());
  } catch (error) {
    const { cause = error } = error as { cause?: unknown };
    const reason = cause instanceof SyntaxError ? "its response is not JSON" : errorText(cause);
    throw new Error(`${directoryUrl} cannot be used: ${reason}`, { cause: error });
  }
}

/** From when to when a chain's first certificate is good. */
export function validityOf(chain: string): { validFrom: Date; validUntil: Date } {
  const { validFrom, validTo } = new X509Certificate(chain);
  return { validFrom: new Date(validFrom), validUntil: new Date(validTo) };
}
