import type { Transporter } from "nodemailer";
import { parseSmtpUrl } from "./smtp-url.ts";
import { toMimeMessage } from "./mime-message.ts";
import type { EmailTransport } from "./email-transport.ts";

/** Maximum number of concurrent connections of a process to the mail server. */
export const MAX_SMTP_CONNECTIONS = 3;
/** Time in which the server must respond to a connection. */
const CONNECT_TIMEOUT_MS = 15_000;
/**
 * Timeout of an idle socket. It is long, because a server may process an email for some time after receiving it, and
 * disconnecting earlier could mean that the email is sent twice.
 */
const SOCKET_TIMEOUT_MS = 120_000;
/** Time for which unused connections stay open, because emails are often sent in groups. */
const IDLE_TIMEOUT_MS = 15_000;

/**
 * Sends emails to a mail server, over connections that stay open for a while. No connection is opened before the first
 * email.
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

  /** Connects, logs in and disconnects again. Rejects with the error. */
  async verify(): Promise<void> {
    const transport = await (this.#transport ??= this.#open());
    await transport.verify();
  }

  close(): void {
    this.#isClosed = true;
    void this.#transport?.then((transport) => transport.close());
  }

  async #open(): Promise<Transporter> {
    // Imported with the first email, so that a server without emails to send does not load it.
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
    requireTLS: encryption === "required",
    ignoreTLS: encryption === "off",
    // An attacker who could present a false certificate could also hide that encryption is offered.
    opportunisticTLS: encryption === "optional",
    tls: { rejectUnauthorized: mustBeTrusted },
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    pool: true as const,
    maxConnections: MAX_SMTP_CONNECTIONS,
    // Retries are counted here, because those of the library would not be visible.
    maxRequeues: 0,
    idleTimeout: IDLE_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  };
}
