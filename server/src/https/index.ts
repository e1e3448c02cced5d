import type { Server as PlainServer } from "node:http";
import type { Logger } from "pino";
import type { MaybePromise } from "@parlance/kernel/base/maybe-promise.ts";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { AcmeSettings, CertificateFilePaths, HttpsSettings } from "./settings.ts";
import type { Database } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { Encryption } from "@parlance/kernel/http/encryption.ts";
import type { ClientLimits } from "@parlance/kernel/http/limits.ts";
import type { Site } from "#modules/organizations/core/hosts.ts";
import { CertificateOrders } from "./acme/certificate-orders.ts";
import { keyAuthorizations } from "./acme/acme-keys.ts";
import { RELOAD_INTERVAL_MS, OrderedCertificates } from "./acme/ordered-certificates.ts";
import { CertificateFiles } from "./certificate-files.ts";
import { createRedirectServer } from "./redirect-server.ts";

interface HttpsOptions {
  readonly site: Site & Pick<ClientLimits, "connectionsPerAddress"> & { readonly https?: HttpsSettings | undefined };
  readonly db: Database;
  readonly findRealm: (host: string) => MaybePromise<Pick<RealmContext, "url"> | null>;
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether other processes may use the same database at the same time. */
  readonly shared: boolean;
}

/** The encryption of a server that terminates TLS itself, and the server that redirects HTTP requests. */
export class Https {
  readonly #options: HttpsOptions;
  readonly #cleanup = new AsyncDisposableStack();
  #encryption: Encryption | undefined;
  #expirations: (() => readonly Date[]) | undefined;
  #plain: PlainServer | undefined;

  constructor(options: HttpsOptions) {
    this.#options = options;
  }

  /** Undefined before the start, and where the server leaves encryption to a proxy. */
  get encryption(): Encryption | undefined {
    return this.#encryption;
  }

  /** Expiration times of the certificates in use. Undefined where the server leaves encryption to a proxy. */
  get expirations(): readonly Date[] | undefined {
    return this.#expirations?.();
  }

  /** Server that redirects HTTP requests to HTTPS, not listening yet. Undefined if there are no redirects. */
  get plain(): PlainServer | undefined {
    return this.#plain;
  }

  /**
   * Prepares the server's certificates, renews or reloads them until `stop` is called, and creates the redirecting
   * server if it has a port.
   */
  async start(): Promise<void> {
    const options = this.#options;
    const { https: settings } = options.site;
    if (!settings) return;
    const { certificates, hstsSeconds, httpPort } = settings;
    const { expirations, ...source } =
      "certFile" in certificates
        ? await fromFiles(options, certificates, this.#cleanup)
        : await ordered(options, certificates, this.#cleanup);
    this.#encryption = { ...source, hstsSeconds };
    this.#expirations = expirations;
    if (httpPort === undefined) return;
    const plain = createRedirectServer({ ...options, proof: challengeResponder(options) });
    this.#plain = plain;
    this.#cleanup.defer(async () => {
      plain.closeAllConnections();
      plain.close();
    });
  }

  stop(): Promise<void> {
    return this.#cleanup.disposeAsync();
  }
}

/**
 * Returns the function that computes the responses to the authority's http-01 challenges; undefined if this challenge
 * type is not used.
 */
function challengeResponder({ site: { https }, secret }: HttpsOptions): ((token: string) => string) | undefined {
  const certificates = https?.certificates ?? {};
  const isHttp01 = "challenge" in certificates && certificates.challenge === "http-01";
  return isHttp01 ? keyAuthorizations(secret) : undefined;
}

interface CertificateSource extends Omit<Encryption, "hstsSeconds"> {
  readonly expirations: () => readonly Date[];
}

async function fromFiles(
  { site, clock, log }: HttpsOptions,
  paths: CertificateFilePaths,
  cleanup: AsyncDisposableStack,
): Promise<CertificateSource> {
  const files = await CertificateFiles.open(paths, { clock, log, host: new URL(site.url).hostname });
  cleanup.defer(() => files.stop());
  files.start();
  return { callbacks: {}, attach: (server) => files.attach(server), expirations: () => [files.expiration] };
}

async function ordered(
  { site, db, secret, clock, log, shared }: HttpsOptions,
  settings: AcmeSettings,
  cleanup: AsyncDisposableStack,
): Promise<CertificateSource> {
  const host = new URL(site.url).hostname;
  const certificates = new OrderedCertificates({ reader: db.reader, secret, log, host });
  cleanup.defer(() => certificates.stop());
  // Other processes load stored certificates at this interval. The added time is for the load itself.
  const spreadMs = shared ? RELOAD_INTERVAL_MS + 2_000 : 0;
  const stored = certificates.reload;
  const orders = new CertificateOrders({ settings, site, db, secret, clock, log, spreadMs, stored });
  cleanup.defer(() => orders.stop());
  await certificates.reload();
  if (certificates.expirations().length === 0) {
    log.warn("no certificates yet: they are being ordered, and browsers can connect once the first has been issued");
  }
  const attach: CertificateSource["attach"] = (server) => {
    certificates.attach(server);
    // Orders are placed only once the server listens: before that, the certificate authority could not reach it to
    // verify the hosts.
    server.once("listening", () => {
      orders.run();
      certificates.start(() => orders.run());
    });
  };
  return { callbacks: certificates.callbacks, attach, expirations: () => certificates.expirations() };
}
