import { buffer } from "node:stream/consumers";
import { callbackify } from "node:util";
import PostalMime, { type Address } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import type { ServerSettings } from "@parlance/server/app/settings.ts";
import { afterFile } from "../cleanup.ts";
import { reserveFreePorts } from "../servers/free-ports.ts";
import { startServer, type TestServer } from "../servers/test-server.ts";
import { until } from "../until.ts";

/** A received email. */
export interface ReceivedEmail {
  /** The source of the email, as transferred. */
  readonly raw: string;
  readonly from: { readonly name: string; readonly address: string };
  /** Recipients named in the header. */
  readonly to: readonly { readonly name: string; readonly address: string }[];
  /** Recipients of the SMTP envelope, which may differ from those in the header. */
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The mail server's reply to a recipient address. Undefined means that the address is accepted. */
type SmtpReply = { readonly code: number; readonly text: string } | undefined;

/** A real mail server on this machine, for tests. It stores all emails that are sent to it. */
export class Mailbox {
  readonly #emails: ReceivedEmail[] = [];
  readonly #read = new Set<ReceivedEmail>();
  #server: SMTPServer | undefined;
  #port = 0;
  readonly #options: SMTPServerOptions;
  /** Called for each recipient of each email. Tests replace it to reject addresses, or to greylist them. */
  replyToRecipient: (address: string) => SmtpReply | Promise<SmtpReply> = () => undefined;
  /** Called when an email has been received, before this is confirmed to the sender. */
  onReceived: (recipients: readonly string[]) => void | Promise<void> = () => undefined;

  constructor(options: SMTPServerOptions = {}) {
    this.#options = options;
  }

  /** URL for the setting SMTP_URL. It does not change if the server is closed and opened again. */
  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  async open(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      disableReverseLookup: true,
      closeTimeout: 100,
      ...this.#options,
      onRcptTo: callbackify(async ({ address }: { address: string }, _session: unknown) => {
        const answer = await this.replyToRecipient(address);
        if (answer) throw smtpError(answer);
      }),
      onData: callbackify(async (stream: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
        const recipients = envelope.rcptTo.map(({ address }) => address);
        await this.#receive(await buffer(stream), recipients);
        await this.onReceived(recipients);
      }),
    });
    // Errors are ignored, because some tests kill a client while it transfers an email.
    server.on("error", () => undefined);
    if (this.#port === 0) [this.#port = 0] = await reserveFreePorts(1);
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    this.#server = server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(resolve));
  }

  /** Returns all emails received so far, oldest first. */
  all(): readonly ReceivedEmail[] {
    return this.#emails;
  }

  /** Returns the oldest email to an address that this method has not returned before. Waits until there is one. */
  async next(to: string): Promise<ReceivedEmail> {
    const mail = await until(() => this.#emails.find((one) => one.recipients.includes(to) && !this.#read.has(one)));
    this.#read.add(mail);
    return mail;
  }

  async #receive(raw: Buffer, recipients: readonly string[]): Promise<void> {
    const { from, to, subject, text, html, headers } = await PostalMime.parse(raw);
    this.#emails.push({
      raw: raw.toString("utf8"),
      from: toMailAddress(from),
      to: (to ?? []).map(toMailAddress),
      recipients,
      subject: subject ?? "",
      // Whitespace between the MIME parts is not part of the text.
      text: (text ?? "").trimEnd(),
      html: html ?? "",
      headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    });
  }
}

const toMailAddress = (one: Address | undefined) => ({ name: one?.name ?? "", address: one?.address ?? "" });

const smtpError = ({ code, text }: { code: number; text: string }): Error =>
  Object.assign(new Error(text), { responseCode: code });

/** Starts a mail server for this test file. Closed when the file's tests are done. */
export async function startMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const mailbox = new Mailbox(options);
  await mailbox.open();
  afterFile(() => mailbox.close());
  return mailbox;
}

/** Starts a server that sends email, and a mailbox that receives all of its emails. */
export async function startServerWithMail(
  settings: Partial<ServerSettings> = {},
): Promise<{ server: TestServer; mailbox: Mailbox }> {
  const mailbox = await startMailbox();
  const server = await startServer({ smtpUrl: mailbox.url, ...settings }, { withJobs: true });
  return { server, mailbox };
}
