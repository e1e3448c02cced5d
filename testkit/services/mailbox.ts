import { buffer } from "node:stream/consumers";
import { callbackify } from "node:util";
import PostalMime, { type Address } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import type { ServerSettings } from "@parlance/server/app/settings.ts";
import { afterFile } from "../cleanup.ts";
import { reserveFreePorts } from "../servers/free-ports.ts";
import { startServer, type TestServer } from "../servers/test-server.ts";
import { until } from "../until.ts";

/** A letter that has arrived. */
export interface ReceivedEmail {
  /** As it came over the wire. */
  readonly raw: string;
  readonly from: { readonly name: string; readonly address: string };
  /** As the header names them. */
  readonly to: readonly { readonly name: string; readonly address: string }[];
  /** To whom it was handed in, whatever the header says. */
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What the mail server answers to an address; nothing: it takes it. */
type SmtpReply = { readonly code: number; readonly text: string } | undefined;

/** A real mail server on this machine, for tests: whatever is sent to it arrives here. */
export class Mailbox {
  readonly #emails: ReceivedEmail[] = [];
  readonly #read = new Set<ReceivedEmail>();
  #server: SMTPServer | undefined;
  #port = 0;
  readonly #options: SMTPServerOptions;
  /** Asked for each letter and address; tests put their own here, to refuse or to greylist. */
  replyToRecipient: (address: string) => SmtpReply | Promise<SmtpReply> = () => undefined;
  /** Called when a letter has arrived, before its sender hears that it has. */
  onReceived: () => void | Promise<void> = () => undefined;

  constructor(options: SMTPServerOptions = {}) {
    this.#options = options;
  }

  /** For SMTP_URL. Stays the same when it is closed and opened again. */
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
        await this.onReceived();
      }),
    });
    // A client that is killed in the middle of a letter is what some tests are about.
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

  /** All letters that have arrived so far, oldest first. */
  all(): readonly ReceivedEmail[] {
    return this.#emails;
  }

  /** The oldest letter to an address that this has not returned before; waits until there is one. */
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
      // What stands between the parts belongs to none of them.
      text: (text ?? "").trimEnd(),
      html: html ?? "",
      headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    });
  }
}

const toMailAddress = (one: Address | undefined) => ({ name: one?.name ?? "", address: one?.address ?? "" });

const smtpError = ({ code, text }: { code: number; text: string }): Error =>
  Object.assign(new Error(text), { responseCode: code });

/** A mail server of this test file's own; closed when the file's tests are done. */
export async function startMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const mailbox = new Mailbox(options);
  await mailbox.open();
  afterFile(() => mailbox.close());
  return mailbox;
}

/** A server that sends its letters, and the mailbox that all of them arrive in. */
export async function startServerWithMail(
  settings: Partial<ServerSettings> = {},
): Promise<{ server: TestServer; mailbox: Mailbox }> {
  const mailbox = await startMailbox();
  const server = await startServer({ smtpUrl: mailbox.url, ...settings }, { withJobs: true });
  return { server, mailbox };
}
