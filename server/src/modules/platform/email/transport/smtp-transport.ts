import type { Transporter } from "nodemailer";
import { parseSmtpUrl } from "./smtp-url.ts";
import { toMimeMessage } from "./mime-message.ts";
import type { EmailTransport } from "./email-transport.ts";

/** Maximum number of concurrent connections of a process to the mail server. */
export const MAX_SMTP_CONNECTIONS = 3;
/** Timeout for each step of connecting (DNS lookup, connection, greeting), in milliseconds. */
const CONNECT_TIMEOUT_MS = 15_000;
/**
 * Timeout of an idle socket, in milliseconds. It is long because a mail server may take some time to process an email
 * after receiving it. Disconnecting during that time could mean that the email is sent twice.
 */
const SOCKET_TIMEOUT_MS = 120_000;
/** Time for which unused connections stay open, in milliseconds, because emails are often sent in groups. */
const IDLE_TIMEOUT_MS = 15_000;

/**
 * Sends emails to a mail server, over connections that are reused. The first connection is opened for the first email.
 */
export class SmtpTransport implements EmailTransport {
  readonly successLog = "sent an email";
  readonly #url: string;
  #transport: Promise<Transporter> | undefined;
  #isClosed = false;

  constructor(url: string) {
    this.#url = url;
  }

  async deliver(mail: Parameters<EmailTransport["deliver"]>[0], signal: AbortSignal): Promise<void> {
    const transport = await (this.#transport ??= this.#open());
    await transport.sendMail({ ...toMimeMessage(mail), signal });
  }

  /** Connects to the mail server, logs in and disconnects. Rejects if any of this fails. */
  async verify(): Promise<void> {
    const transport = await (this.#transport ??= this.#open());
    await transport.verify();
  }

  close(): void {
    this.#isClosed = true;
    void this.#transport?.then((transport) => transport.close());
  }

  async #open(): Promise<Transporter> {
    // Imported when the first email is sent, so that a server that sends no emails does not load the library.
    const { createTransport } = await import("nodemailer");
    const transport = createTransport(optionsOf(this.#url));
    if (this.#isClosed) transport.close();
    return transport;
  }
}

function optionsOf(text: string) {
  const server = parseSmtpUrl(text);
  if (!server) throw new Error("SMTP_URL cannot be used");
  const { host, port, isSecure, encryption, anyCertificate, login } = server;
  const mustBeTrusted = (isSecure || encryption === "required") && !anyCertificate;
  return {
    host,
    port,
    secure: isSecure,
    // STARTTLS is sent even if the mail server seems not to offer it: an attacker could have hidden the offer.
    requireTLS: encryption === "required",
    ignoreTLS: encryption === "off",
    // Whether the connection continues unencrypted if the mail server rejects STARTTLS.
    opportunisticTLS: encryption === "optional",
    tls: { rejectUnauthorized: mustBeTrusted },
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    pool: true as const,
    maxConnections: MAX_SMTP_CONNECTIONS,
    // The library's own retries are turned off, because they would be neither counted nor logged.
    maxRequeues: 0,
    idleTimeout: IDLE_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  };
}
