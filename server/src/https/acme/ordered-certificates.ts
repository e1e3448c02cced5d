import type { Server } from "node:https";
import { createSecureContext, type SecureContext, type TLSSocket } from "node:tls";
import type { Logger } from "pino";
import { logOutage } from "@parlance/kernel/db/outage.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Encryption } from "@parlance/kernel/http/encryption.ts";
import { readCertificate } from "../certificate.ts";
import { certificateKey, challengeKey } from "./acme-keys.ts";

/** Interval at which the certificates that other processes have stored are loaded, in milliseconds. */
export const RELOAD_INTERVAL_MS = 5_000;
/** The protocol with which a certificate authority verifies control of a host (RFC 8737). */
const CHALLENGE_PROTOCOL = "acme-tls/1";
const HTTP = "http/1.1";

interface Options {
  readonly reader: Reader;
  readonly secret: Uint8Array;
  readonly log: Logger;
  /** The host whose certificate is presented to clients that name none. */
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
 * The ordered certificates, as this process presents them. For a host without a certificate, the TLS handshake fails.
 */
export class OrderedCertificates {
  readonly #options: Options;
  readonly #held = new Map<string, LoadedCertificate>();
  #challenges: ReadonlyMap<string, SecureContext> = new Map();
  readonly #servers = new Set<Pick<Server, "setSecureContext">>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns the end of each certificate's validity. */
  expirations(): Date[] {
    return [...this.#held.values()].map(({ validUntil }) => validUntil);
  }

  /** Loads the stored certificates at an interval, and calls `looked` after each time. */
  start(looked: () => void): void {
    this.#timer = setInterval(() => void this.reload().then(looked), RELOAD_INTERVAL_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Loads the stored certificates. If they cannot be read, the ones loaded before stay in use. */
  readonly reload = async (): Promise<void> => {
    // A read that is already running may miss what was stored since it started.
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

  /** Callbacks that choose the certificate by the host that the client names. */
  get callbacks(): Encryption["callbacks"] {
    const challenges = () => this.#challenges;
    return {
      SNICallback: (name, done) => done(null, this.#held.get(name.toLowerCase())?.context),
      // Node calls this as a method of the connection.
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
    const changed = rows.filter(({ host, salt }) => salt !== null && this.#held.get(host)?.salt !== salt);
    for (const { host } of changed) await this.#take(host);
  }

  async #take(host: string): Promise<void> {
    const { reader, secret, log } = this.#options;
    const { chain, salt } = await reader
      .selectFrom("https_certificate")
      .select(["chain", "salt"])
      .where("host", "=", host)
      .executeTakeFirstOrThrow();
    if (chain === null || salt === null) return;
    const certificate = readCertificate(chain, certificateKey(secret, host, salt));
    this.#held.set(host, { ...certificate, salt });
    log.info({ host, until: certificate.validUntil }, "loaded a new certificate");
    if (host === this.#options.host) this.#showDefault();
  }

  #showDefault(): void {
    const held = this.#held.get(this.#options.host);
    if (!held) return;
    for (const server of this.#servers) {
      server.setSecureContext({ cert: held.chain, key: held.key, minVersion: "TLSv1.2" });
    }
  }
}
