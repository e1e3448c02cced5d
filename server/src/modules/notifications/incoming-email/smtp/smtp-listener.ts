import { callbackify } from "node:util";
import type { Logger } from "pino";
import type { SMTPServer, SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from "smtp-server";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import { logOutage } from "@parlance/kernel/db/outage.ts";
import { SmtpConnections } from "./smtp-connections.ts";
import { MAX_EMAIL_BYTES, parseIncomingEmail } from "../parse-incoming-email.ts";
import { ReceiveBuffer } from "./receive-buffer.ts";
import { type EmailDestination, destinationKey } from "../queries.ts";
import { resolveDestination, type IncomingEmailServices, receiveEmail } from "../receive-email.ts";
import { EmailRejected } from "../email-rejected.ts";

const MAX_RECIPIENTS = 20;
const IDLE_TIMEOUT_MS = 60_000;
/**
 * Maximum number of chunks of an email. A new chunk starts after each line that begins with a dot, and each chunk takes
 * time: without the limit, an email that consists only of dots would take most of a minute.
 */
const MAX_CHUNKS = 100_000;

interface SmtpListenerOptions {
  readonly services: IncomingEmailServices;
  readonly clock: Clock;
  readonly log: Logger;
  readonly host: string;
  readonly port: number;
}

/** A reply to a mail server, with the reply code of SMTP. */
class SmtpReply extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, text: string) {
    super(text);
    this.responseCode = responseCode;
  }
}

/**
 * Receives emails from a mail server by SMTP. An email is confirmed only after it was posted. After a temporary
 * failure, the reply asks the mail server to retry.
 */
export class SmtpListener {
  readonly #options: SmtpListenerOptions;
  readonly #conversations: SmtpConnections;
  #server: SMTPServer | undefined;

  constructor(options: SmtpListenerOptions) {
    this.#options = options;
    this.#conversations = new SmtpConnections(options.clock, (id) =>
      this.#hangUp(id, new SmtpReply(421, "too slow while others wait; try again later")),
    );
  }

  /** Port on which the listener accepts connections; 0 before it listens. */
  get port(): number {
    const address = this.#server?.server.address();
    return typeof address === "object" && address ? address.port : 0;
  }

  async start(): Promise<void> {
    const { host, port, log } = this.#options;
    const { SMTPServer: Server } = await import("smtp-server");
    const server = new Server({
      authOptional: true,
      disabledCommands: ["AUTH", "STARTTLS"],
      disableReverseLookup: true,
      size: MAX_EMAIL_BYTES,
      socketTimeout: IDLE_TIMEOUT_MS,
      closeTimeout: 2000,
      onConnect: callbackify(async ({ id, remoteAddress }: SMTPServerSession) => {
        if (!this.#conversations.open(id, remoteAddress))
          throw new SmtpReply(421, "too many conversations; try again later");
      }),
      onClose: ({ id }) => this.#conversations.end(id),
      onRcptTo: callbackify(async (address: SMTPServerAddress, session: SMTPServerSession) =>
        this.#admit(address.address, session),
      ),
      onData: callbackify(async (stream: SMTPServerDataStream, session: SMTPServerSession) =>
        this.#receive(stream, session),
      ),
    });
    server.on("error", (error) => log.warn({ err: error }, "connection with a mail server was interrupted"));
    await new Promise<void>((resolve, reject) => {
      server.server.once("error", reject);
      server.listen(port, host, resolve);
    });
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server) await new Promise<void>((resolve) => server.close(resolve));
  }

  #hangUp(id: string, { responseCode, message }: SmtpReply): void {
    for (const connection of this.#server?.connections ?? []) {
      if (connection.id !== id) continue;
      connection.send(responseCode, message);
      connection.close();
    }
  }

  async #admit(address: string, { envelope }: SMTPServerSession): Promise<void> {
    if (envelope.rcptTo.length >= MAX_RECIPIENTS) throw new SmtpReply(452, "too many recipients");
    await this.#orWhy(() => resolveDestination(this.#options.services, address));
  }

  async #receive(stream: SMTPServerDataStream, { id, envelope }: SMTPServerSession): Promise<void> {
    this.#conversations.startEmail(id);
    try {
      const raw = await this.#receiveBytes(stream, id);
      this.#conversations.startPosting(id);
      // An email without a sender is a bounce. Rejecting it would only cause further bounces.
      if (envelope.mailFrom === false || envelope.mailFrom.address === "") return;
      await this.#post(
        raw,
        envelope.rcptTo.map(({ address }) => address),
      );
    } finally {
      this.#conversations.finishEmail(id);
    }
  }

  /**
   * Receives the bytes of an email. An email that is too large is received to its end before it is rejected, because
   * the sender would otherwise not get the reason. Only an email with too many chunks is cut off.
   */
  async #receiveBytes(stream: SMTPServerDataStream, id: string): Promise<Buffer> {
    let received = new ReceiveBuffer();
    let refusal: SmtpReply | undefined;
    let pieces = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (++pieces > MAX_CHUNKS) {
        const tooMany = new SmtpReply(554, "the email has too many lines that begin with a dot");
        this.#hangUp(id, tooMany);
        throw tooMany;
      }
      if (refusal) continue;
      received.add(chunk);
      if (received.length > MAX_EMAIL_BYTES) refusal = new SmtpReply(552, "the email is too large");
      else if (!this.#conversations.addBytes(id, chunk.length)) refusal = new SmtpReply(452, "too many emails at once");
      if (refusal) received = new ReceiveBuffer();
    }
    if (refusal) throw refusal;
    return received.bytes;
  }

  /** Parses an email once, and posts it for each of its recipients. */
  async #post(raw: Buffer, recipients: readonly string[]): Promise<void> {
    const { services, clock } = this.#options;
    const places = new Map<string, EmailDestination>();
    for (const recipient of recipients) {
      const place = await this.#orWhy(() => resolveDestination(services, recipient));
      places.set(destinationKey(place), place);
    }
    const [first] = places.values();
    if (!first) return;
    const email = await this.#orWhy(() =>
      parseIncomingEmail(raw, { realmId: first.realmId, ownDomain: services.ownDomain }),
    );
    if (!email) return;
    const failures: SmtpReply[] = [];
    for (const place of places.values()) {
      try {
        await this.#orWhy(() => receiveEmail(services, place, email, clock.now()));
      } catch (error) {
        if (!(error instanceof SmtpReply)) throw error;
        failures.push(error);
      }
    }
    // After a temporary failure, the mail server sends the whole email again. That is safe: it is posted only where it
    // has not been posted yet.
    const [failure] = failures.toSorted((one, other) => one.responseCode - other.responseCode);
    if (!failure) return;
    const others = places.size - failures.length;
    throw others === 0
      ? failure
      : new SmtpReply(failure.responseCode, `not posted for some recipients: ${failure.message}`);
  }

  async #orWhy<T>(act: () => Promise<T>): Promise<T> {
    const { log } = this.#options;
    try {
      return await act();
    } catch (error) {
      if (error instanceof EmailRejected) {
        if (error.cause) log.warn({ err: error.cause }, "an email could not be parsed");
        throw new SmtpReply(error.replyCode, error.message);
      }
      if (!logOutage(log, error)) log.error({ err: error }, "an incoming email could not be accepted");
      throw new SmtpReply(451, "something went wrong here; try again later");
    }
  }
}
