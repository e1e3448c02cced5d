import { X509Certificate } from "node:crypto";
import type { Authorization } from "acme-client";
import type { AcmeSettings } from "../settings.ts";
import { errorText } from "@parlance/kernel/base/error-description.ts";
import { readResponseBody } from "@parlance/kernel/outgoing/read-response.ts";
import { accountKey } from "./acme-keys.ts";

/** Timeout for one response of the certificate authority, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 30_000;
/** Maximum size of a response of the authority, in bytes. A certificate chain has about ten thousand bytes. */
const MAX_RESPONSE_BYTES = 2 ** 20;
/** First delay before the status of an order is polled again, in milliseconds. */
const POLL_INTERVAL_MS = 1_000;

interface Order {
  readonly host: string;
  /** Private key of the certificate, in PEM. */
  readonly key: string;
  readonly secret: Uint8Array;
  /**
   * Makes all processes present a challenge certificate, in PEM, to the authority that verifies control of the host.
   * Resolves when all processes present it.
   */
  readonly show: (certificate: string) => Promise<void>;
  /** Private key of the challenge certificate. */
  readonly challengeKey: string;
  /** Aborted when the order exceeds its deadline, or when the server stops. */
  readonly signal: AbortSignal;
}

/**
 * Orders a certificate and waits until it is issued. Returns the certificate and its intermediate certificates, in PEM.
 * @throws Error whose message says why no certificate was issued
 */
export async function orderCertificate(
  { directoryUrl, email, challenge }: AcmeSettings,
  order: Order,
): Promise<string> {
  // Imported here so that only servers that order certificates load this library.
  const { axios, Client, crypto } = await import("acme-client");
  const { host, key, secret, show, challengeKey, signal } = order;
  Object.assign(axios.defaults, {
    signal,
    timeout: RESPONSE_TIMEOUT_MS,
    maxContentLength: MAX_RESPONSE_BYTES,
    // ACME needs no redirects, and a redirect could make this server send requests into its own network.
    maxRedirects: 0,
    // Failed orders are retried by `CertificateOrders`, after longer delays.
    acmeSettings: { retryMaxAttempts: 0 },
  });
  await assertReachable(directoryUrl, signal);
  const client = new Client({ directoryUrl, accountKey: accountKey(secret), backoffMin: POLL_INTERVAL_MS });
  const [, csr] = await crypto.createCsr({ altNames: [host] }, key);
  const ordering = client.auto({
    csr,
    ...(email !== undefined && { email }),
    termsOfServiceAgreed: true,
    // This server may reach itself by another path than the authority does, so a check from here would prove nothing.
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
    // The library throws such errors only if the authority sent no response, or one that cannot be read.
    const isUnclear = error instanceof TypeError || (error as Error).message === "";
    throw isUnclear ? new Error(`${directoryUrl} returned no usable response`, { cause: error }) : error;
  });
}

/** Asserts that the authority can be reached. The error gives the reason, which the library's own errors do not. */
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

/** Returns the validity of a chain's first certificate. */
export function validityOf(chain: string): { validFrom: Date; validUntil: Date } {
  const { validFrom, validTo } = new X509Certificate(chain);
  return { validFrom: new Date(validFrom), validUntil: new Date(validTo) };
}
