import type { Transporter } from "nodemailer";
import { parseSmtpUrl } from "./smtp-url.ts";
import { toMimeMessage } from "./mime-message.ts";
import type { EmailTransport } from "./email-transport.ts";

/** Conversations with the mail server at the same time, of one process. */
export const MAX_SMTP_CONNECTIONS = 3;
/** Until the server answers at all. */
const CONNECT_TIMEOUT_MS = 15_000;
/** A server may think long about a letter that it has been given; to leave sooner could mean to send it twice. */
const SOCKET_TIMEOUT_MS = 120_000;
/** Connections are kept for a while, since letters come in groups. */
const IDLE_TIMEOUT_MS = 15_000;

/** Hands letters to a mail server, over connections that are kept for a while. Nothing is opened before the first. */
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

  /** Connects and logs in, and leaves again. Rejects with what is in the way. */
  async verify(): Promise<void> {
    const transport = await (this.#transport ??= this.#open());
    await transport.verify();
  }

  close(): void {
    this.#isClosed = true;
    void this.#transport?.then((transport) => transport.close());
  }

  async #open(): Promise<Transporter> {
    // Loaded with the first letter: a server that has none to send need not keep it in memory.
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
    // Whoever could show a false certificate could as well hide that encryption is offered.
    opportunisticTLS: encryption === "optional",
    tls: { rejectUnauthorized: mustBeTrusted },
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    pool: true as const,
    maxConnections: MAX_SMTP_CONNECTIONS,
    // Tries are ours to count: the library's own would not be seen.
    maxRequeues: 0,
    idleTimeout: IDLE_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  };
}
