import { randomBytes, randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { AcmeSettings } from "../settings.ts";
import { logOutage } from "@parlance/kernel/db/outage.ts";
import type { Database } from "@parlance/kernel/db/types.ts";
import { errorText } from "@parlance/kernel/base/error-description.ts";
import type { Site } from "#modules/organizations/core/hosts.ts";
import {
  startOrder,
  releaseOrder,
  ORDER_TIMEOUT_MS,
  storeCertificate,
  storeChallenge,
  storeFailure,
  requestCertificates,
} from "../actions/store-certificates.ts";
import { hostsInUse } from "./certificate-hosts.ts";
import { certificateKey, challengeKey } from "./acme-keys.ts";
import { orderCertificate, validityOf } from "./order-certificate.ts";

const MINUTE_MS = 60_000;
/**
 * Delay after the first failure; doubled after each further one. Certificate authorities limit the number of failures
 * per hour.
 */
const MIN_RETRY_DELAY_MS = 5 * MINUTE_MS;
const MAX_RETRY_DELAY_MS = 12 * 60 * MINUTE_MS;
/**
 * Maximum percentage by which a delay is extended at random, so that servers do not all send their orders at the same
 * time.
 */
const MAX_JITTER_PERCENT = 20;
const MAX_REASON_LENGTH = 500;

export interface OrdersOptions {
  readonly settings: AcmeSettings;
  readonly site: Site;
  readonly db: Database;
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly log: Logger;
  /** Time after which every process serves a certificate that one process has stored, in milliseconds. */
  readonly spreadMs: number;
  /** Called when this process has stored a certificate or a challenge certificate, so that it serves the new one. */
  readonly stored: () => Promise<void>;
}

/** Orders certificates for hosts that have none, or whose certificate expires soon. */
export class CertificateOrders {
  readonly #options: OrdersOptions;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: OrdersOptions) {
    this.#options = options;
  }

  /** Places the orders that are due, one after the other, unless a run is already in progress. */
  run(): void {
    if (this.#stop.signal.aborted) return;
    this.#running ??= this.#orderAll().finally(() => (this.#running = undefined));
  }

  /** Stops placing orders. Another process may take over an order in progress. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error("the server stops"));
    await this.#running;
  }

  async #orderAll(): Promise<void> {
    const { db, site, settings, clock, log } = this.#options;
    try {
      const hosts = await hostsInUse(db.reader, site);
      const known = await db.reader
        .selectFrom("https_certificate")
        .select(["host", "next_try_at"])
        .where("directory_url", "=", settings.directoryUrl)
        .execute();
      const names = new Set(known.map(({ host }) => host));
      const unknown = [...hosts].filter((host) => !names.has(host));
      const now = clock.now();
      if (unknown.length > 0)
        await db.write((tx) => requestCertificates(tx, unknown, { directoryUrl: settings.directoryUrl, now }));
      const due = known.filter(({ host, next_try_at }) => next_try_at <= now && hosts.has(host));
      for (const host of [...unknown, ...due.map((row) => row.host)]) await this.#order(host);
    } catch (error) {
      if (this.#stop.signal.aborted || logOutage(log, error)) return;
      log.warn({ err: error }, "certificates could not be checked; retrying");
    }
  }

  async #order(host: string): Promise<void> {
    const { db, clock, log, stored } = this.#options;
    if (this.#stop.signal.aborted) return;
    const started = await db.write((tx) => startOrder(tx, host, clock.now()));
    if (!started) return;
    log.info({ host }, "ordering a certificate");
    try {
      const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(ORDER_TIMEOUT_MS - MINUTE_MS)]);
      const ordered = await withDeadline(this.#have(host, signal), signal);
      await db.write((tx) => storeCertificate(tx, host, ordered));
      log.info({ host, until: ordered.validUntil }, "received a certificate");
      await stored();
    } catch (error) {
      if (this.#stop.signal.aborted) await db.write((tx) => releaseOrder(tx, host, clock.now()));
      else await this.#fail(host, started.failures, error);
    }
  }

  async #have(host: string, signal: AbortSignal) {
    const { db, secret, settings, spreadMs, stored } = this.#options;
    const salt = randomBytes(16).toString("base64url");
    const key = certificateKey(secret, host, salt);
    const show = async (challenge: string) => {
      await db.write((tx) => storeChallenge(tx, host, challenge));
      await stored();
      await pause(spreadMs, undefined, { signal: this.#stop.signal });
    };
    const proof = { show, challengeKey: challengeKey(secret, host) };
    try {
      const chain = await orderCertificate(settings, { host, key, secret, signal, ...proof });
      const { validFrom, validUntil } = validityOf(chain);
      return { chain, salt, validFrom, validUntil, nextTryAt: renewalTime(validFrom, validUntil) };
    } finally {
      if (settings.challenge === "tls-alpn-01") await db.write((tx) => storeChallenge(tx, host, null));
    }
  }

  async #fail(host: string, failures: number, error: unknown): Promise<void> {
    const { db, clock, log } = this.#options;
    const reason = errorText(error)
      .replaceAll(/\p{Cc}/gu, " ")
      .slice(0, MAX_REASON_LENGTH)
      .toWellFormed();
    const jitter = 1 + randomInt(MAX_JITTER_PERCENT + 1) / 100;
    const pauseMs = Math.min(MIN_RETRY_DELAY_MS * 2 ** failures, MAX_RETRY_DELAY_MS) * jitter;
    const nextTryAt = new Date(clock.now().getTime() + pauseMs);
    await db.write((tx) => storeFailure(tx, host, { reason, nextTryAt }));
    log.error({ host, reason, again: nextTryAt }, "a certificate could not be ordered; retrying");
  }
}

/**
 * Rejects if the order is not finished when the signal is aborted. Without this deadline, the ACME library would wait
 * as long as the authority demands.
 */
function withDeadline<T>(ordering: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    ordering.then(resolve, reject);
  });
}

/** Returns the time at which a certificate is renewed: when a third of its validity is left. */
const renewalTime = (from: Date, until: Date): Date =>
  new Date(until.getTime() - (until.getTime() - from.getTime()) / 3);
