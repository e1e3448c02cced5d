import type { Server } from "node:https";
import { createSecureContext, type SecureContext, type TLSSocket } from "node:tls";
import type { Logger } from "pino";
import { logOutage } from "@parlance/kernel/db/outage.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Encryption } from "@parlance/kernel/http/encryption.ts";
import { readCertificate } from "../certificate.ts";
import { certificateKey, challengeKey } from "./acme-keys.ts";

/** Interval at which certificates stored by other processes are loaded, in milliseconds. */
export const RELOAD_INTERVAL_MS = 5_000;
/** ALPN protocol with which a certificate authority verifies control of a host (RFC 8737). */
const CHALLENGE_PROTOCOL = "acme-tls/1";
const HTTP = "http/1.1";

interface Options {
  readonly reader: Reader;
  readonly secret: Uint8Array;
  readonly log: Logger;
  /** Host whose certificate is presented to clients that send no host name, or one without a certificate. */
  readonly host: string;
}

interface LoadedCertificate {
  readonly salt: string;
  readonly chain: string;
  readonly key: string;
  readonly validUntil: Date;
  readonly context: SecureContext;
}

/**
 * The certificates ordered by ACME, as this process presents them. For a host without one, clients get the certificate
 * of the server's own host, and refuse to connect.
 */
export class OrderedCertificates {
  readonly #options: Options;
  readonly #certificates = new Map<string, LoadedCertificate>();
  #challenges: ReadonlyMap<string, SecureContext> = new Map();
  readonly #servers = new Set<Pick<Server, "setSecureContext">>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns the expiration dates of all loaded certificates. */
  expirations(): Date[] {
    return [...this.#certificates.values()].map(({ validUntil }) => validUntil);
  }

  /** Loads the stored certificates at an interval, and calls `looked` after each load. */
  start(looked: () => void): void {
    this.#timer = setInterval(() => void this.reload().then(looked), RELOAD_INTERVAL_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Loads the stored certificates. If they cannot be read, those loaded earlier stay in use. */
  readonly reload = async (): Promise<void> => {
    // A load that is already running may miss certificates stored since it started, so another load follows it.
    await this.#looking;
    this.#looking = this.#read().catch((error: unknown) => {
      if (!logOutage(this.#options.log, error)) this.#options.log.error({ err: error }, "certificates cannot be read");
    });
    await this.#looking;
  };

  attach(server: Pick<Server, "setSecureContext">): void {
    this.#servers.add(server);
    this.#showDefault();
  }

  /** TLS callbacks that choose the certificate by the host name that the client sends. */
  get callbacks(): Encryption["callbacks"] {
    const challenges = () => this.#challenges;
    return {
      SNICallback: (name, done) => done(null, this.#certificates.get(name.toLowerCase())?.context),
      // Node calls this function with the connection as `this`.
      ALPNCallback(this: TLSSocket, { servername, protocols }) {
        if (!protocols.includes(CHALLENGE_PROTOCOL)) return protocols.includes(HTTP) ? HTTP : undefined;
        const challenge = challenges().get(servername.toLowerCase());
        if (challenge) this.setKeyCert(challenge);
        return challenge && CHALLENGE_PROTOCOL;
      },
    };
  }

  async #read(): Promise<void> {
    const { reader, secret } = this.#options;
    const rows = await reader.selectFrom("https_certificate").select(["host", "salt", "challenge"]).execute();
    const contextOf = (host: string, cert: string) => createSecureContext({ cert, key: challengeKey(secret, host) });
    this.#challenges = new Map(
      rows.flatMap(({ host, challenge }) => (challenge === null ? [] : [[host, contextOf(host, challenge)]])),
    );
    const changed = rows.filter(({ host, salt }) => salt !== null && this.#certificates.get(host)?.salt !== salt);
    for (const { host } of changed) await this.#load(host);
  }

  async #load(host: string): Promise<void> {
    const { reader, secret, log } = this.#options;
    const { chain, salt } = await reader
      .selectFrom("https_certificate")
      .select(["chain", "salt"])
      .where("host", "=", host)
      .executeTakeFirstOrThrow();
    if (chain === null || salt === null) return;
    const certificate = readCertificate(chain, certificateKey(secret, host, salt));
    this.#certificates.set(host, { ...certificate, salt });
    log.info({ host, until: certificate.validUntil }, "loaded a new certificate");
    if (host === this.#options.host) this.#showDefault();
  }

  #showDefault(): void {
    const certificate = this.#certificates.get(this.#options.host);
    if (!certificate) return;
    for (const server of this.#servers) {
      server.setSecureContext({ cert: certificate.chain, key: certificate.key, minVersion: "TLSv1.2" });
    }
  }
}
