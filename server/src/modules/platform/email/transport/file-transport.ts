import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { type FileSizes, limitMailFolder } from "./limit-mail-folder.ts";
import { toMimeMessage } from "./mime-message.ts";
import type { OutgoingEmail, EmailTransport } from "./email-transport.ts";

/** Saves each email as a file in a folder. File names sort by time. An email that is sent twice overwrites its file. */
export class FileTransport implements EmailTransport {
  readonly successLog: string;
  readonly #folder: string;
  readonly #sizes: FileSizes = new Map();
  /** The latest cleanup. Cleanups run one after the other. */
  #cleanUp: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.successLog = `saved an email in ${folder}; set SMTP_URL to send email`;
    this.#folder = folder;
  }

  async deliver(mail: OutgoingEmail): Promise<void> {
    const { createTransport } = await import("nodemailer");
    const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
    const { message } = await composer.sendMail(toMimeMessage(mail));
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const name = `${mail.date.toISOString().replaceAll(/[-:]/g, "")}-${String(mail.id).padStart(10, "0")}.eml`;
    await writeWhole(join(this.#folder, name), message as Buffer);
  }

  cleanUp(log: Logger): Promise<void> {
    this.#cleanUp = this.#cleanUp
      .then(() => limitMailFolder(this.#folder, log, this.#sizes))
      .catch((error: unknown) => log.warn({ err: error }, "old emails that were saved as files could not be deleted"));
    return this.#cleanUp;
  }

  close(): void {
    // There are no connections to close.
  }
}

/** Writes a file atomically, so that a crash leaves no incomplete file under this name. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const draft = `${path}.part`;
  try {
    const file = await open(draft, "w", 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
