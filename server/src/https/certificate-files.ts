import { readFile } from "node:fs/promises";
import type { Server } from "node:https";
import type { Logger } from "pino";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { CertificateFilePaths } from "./settings.ts";
import { describeFileError } from "@parlance/kernel/base/file-errors.ts";
import { errorText } from "@parlance/kernel/base/error-description.ts";
import { type Certificate, daysLeft, readCertificate, UnusableCertificate, WARNING_DAYS } from "./certificate.ts";

/** Interval at which the certificate files are checked for changes, in milliseconds. */
const RELOAD_INTERVAL_MS = 2_000;
const WARNING_INTERVAL_MS = 24 * 3_600_000;

/** Thrown when the server starts if the certificate files cannot be used. The message says why, and how to fix it. */
export class CertificateFilesProblem extends Error {
  override readonly name = "CertificateFilesProblem";
}

/**
 * Reads a certificate and its key from their files.
 * @throws CertificateFilesProblem
 */
export const readCertificateFiles = async (paths: CertificateFilePaths): Promise<Certificate> =>
  parseCertificate(await readTexts(paths), paths);

type Texts = Pick<Certificate, "chain" | "key">;

const readTexts = async ({ certFile, keyFile }: CertificateFilePaths): Promise<Texts> => ({
  chain: await readText(certFile, "PARLANCE_TLS_CERT_FILE"),
  key: await readText(keyFile, "PARLANCE_TLS_KEY_FILE"),
});

function parseCertificate({ chain, key }: Texts, { certFile, keyFile }: CertificateFilePaths): Certificate {
  try {
    return readCertificate(chain, key);
  } catch (error) {
    if (!(error instanceof UnusableCertificate)) throw error;
    throw new CertificateFilesProblem(
      `the certificate in ${certFile} cannot be used with the key in ${keyFile}: ${error.message}; correct the files, or ` +
        "PARLANCE_TLS_CERT_FILE and PARLANCE_TLS_KEY_FILE",
      { cause: error },
    );
  }
}

async function readText(path: string, variable: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const why = describeFileError(error) ?? errorText(error);
    throw new CertificateFilesProblem(`${path} cannot be read: ${why}; correct the file, or ${variable}`, {
      cause: error,
    });
  }
}

interface CertificateFilesOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** Host name under which clients reach the server. */
  readonly host: string;
}

/**
 * A certificate from files that may be replaced while the server runs. If the new files cannot be used, the previous
 * certificate stays in use.
 */
export class CertificateFiles {
  readonly #paths: CertificateFilePaths;
  readonly #around: CertificateFilesOptions;
  readonly #servers = new Set<Pick<Server, "setSecureContext">>();
  #current: Certificate;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  /** The problem found at the last check of the files, and whether it was logged. */
  #problem: { readonly text: string; isReported: boolean } | undefined;
  #warnedAt = -Infinity;

  private constructor(paths: CertificateFilePaths, current: Certificate, around: CertificateFilesOptions) {
    this.#paths = paths;
    this.#current = current;
    this.#around = around;
    this.#warn();
  }

  /** @throws CertificateFilesProblem */
  static async open(paths: CertificateFilePaths, around: CertificateFilesOptions): Promise<CertificateFiles> {
    return new CertificateFiles(paths, await readCertificateFiles(paths), around);
  }

  /** End of the certificate's validity. */
  get expiration(): Date {
    return this.#current.validUntil;
  }

  /** Checks the files for changes at an interval. */
  start(): void {
    this.#timer = setInterval(() => void (this.#looking ??= this.#look()), RELOAD_INTERVAL_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Makes a server present the certificate, and every replacement of it. Open connections stay open. */
  attach(server: Pick<Server, "setSecureContext">): void {
    this.#servers.add(server);
    this.#show(server);
  }

  #show(server: Pick<Server, "setSecureContext">): void {
    server.setSecureContext({ cert: this.#current.chain, key: this.#current.key, minVersion: "TLSv1.2" });
  }

  async #look(): Promise<void> {
    try {
      const texts = await readTexts(this.#paths);
      const isNew = texts.chain !== this.#current.chain || texts.key !== this.#current.key;
      if (isNew) this.#replaceCurrent(parseCertificate(texts, this.#paths));
      else this.#warn();
      this.#problem = undefined;
    } catch (error) {
      this.#note(errorText(error));
    } finally {
      this.#looking = undefined;
    }
  }

  #replaceCurrent(found: Certificate): void {
    const { log } = this.#around;
    this.#current = found;
    for (const server of this.#servers) this.#show(server);
    log.info({ until: found.validUntil }, "loaded a new certificate");
    this.#warnedAt = -Infinity;
    this.#warn();
  }

  /**
   * Logs a problem only if it persists at the next check: the two files are replaced one after the other, so for a
   * moment they may not match.
   */
  #note(text: string): void {
    if (this.#problem?.text !== text) this.#problem = { text, isReported: false };
    else if (!this.#problem.isReported) {
      this.#problem.isReported = true;
      this.#around.log.error(`the new certificate cannot be used, the previous one stays in use: ${text}`);
    }
  }

  #warn(): void {
    const { clock, log, host } = this.#around;
    if (clock.elapsed() - this.#warnedAt < WARNING_INTERVAL_MS) return;
    const { validUntil: until, names } = this.#current;
    const days = daysLeft(until, clock.now());
    if (days < 0) log.warn({ until }, "the certificate has expired, and browsers refuse to connect: replace its files");
    else if (days < WARNING_DAYS) log.warn({ until }, `the certificate expires in ${days} days: replace its files`);
    else if (this.#warnedAt === -Infinity) log.info({ until }, `the certificate is valid for ${days} more days`);
    if (!names(host)) log.warn(`the certificate does not cover ${host}, and browsers refuse to connect to it`);
    this.#warnedAt = clock.elapsed();
  }
}
