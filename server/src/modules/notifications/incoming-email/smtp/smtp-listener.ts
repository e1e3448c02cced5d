import { callbackify } from "node:util";
import type { Logger } from "pino";
import type { SMTPServer, SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from "smtp-server";
import type { Clock } from "#kernel/clock.ts";
import { logOutage } from "#kernel/db/outage.ts";
import { Conversations } from "./smtp-connections.ts";
import { MAX_EMAIL_BYTES, readEmail } from "../parse-incoming-email.ts";
import { ReceiveBuffer } from "./receive-buffer.ts";
import { type MailPlace, placeKey } from "../queries.ts";
import { findPlace, type MailRoom, receive } from "../receive-email.ts";
import { MailRefused } from "../email-rejected.ts";

const MOST_RECIPIENTS = 20;
const SILENCE_MS = 60_000;
/**
 * Pieces in which an email may come. Behind each line that begins with a dot a new one begins, and each takes time: an email of
 * nothing but dots would take most of a minute.
 */
const MAX_PIECES = 100_000;

interface Options {
  readonly room: MailRoom;
  readonly clock: Clock;
  readonly log: Logger;
  readonly host: string;
  readonly port: number;
}

/** What is said to a mail server, with the reply code of SMTP. */
class Reply extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, text: string) {
    super(text);
    this.responseCode = responseCode;
  }
}

/**
 * Takes letters from a mail server by SMTP. It says that it has taken one only when that is posted; where something is amiss for
 * now, the mail server is asked to come again.
 */
export class MailListener {
  readonly #options: Options;
  readonly #conversations: Conversations;
  #server: SMTPServer | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#conversations = new Conversations(options.clock, (id) =>
      this.#hangUp(id, new Reply(421, "too slow while others wait; try again later")),
    );
  }

  /** The port on which it listens, once it does. */
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
      socketTimeout: SILENCE_MS,
      closeTimeout: 2000,
      onConnect: callbackify(async ({ id, remoteAddress }: SMTPServerSession) => {
        if (!this.#conversations.open(id, remoteAddress))
          throw new Reply(421, "too many conversations; try again later");
      }),
      onClose: ({ id }) => this.#conversations.end(id),
      onRcptTo: callbackify(async (address: SMTPServerAddress, session: SMTPServerSession) =>
        this.#admit(address.address, session),
      ),
      onData: callbackify(async (stream: SMTPServerDataStream, session: SMTPServerSession) =>
        this.#take(stream, session),
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

  #hangUp(id: string, { responseCode, message }: Reply): void {
    for (const connection of this.#server?.connections ?? []) {
      if (connection.id !== id) continue;
      connection.send(responseCode, message);
      connection.close();
    }
  }

  async #admit(address: string, { envelope }: SMTPServerSession): Promise<void> {
    if (envelope.rcptTo.length >= MOST_RECIPIENTS) throw new Reply(452, "too many recipients");
    await this.#orWhy(() => findPlace(this.#options.room, address));
  }

  async #take(stream: SMTPServerDataStream, { id, envelope }: SMTPServerSession): Promise<void> {
    this.#conversations.startEmail(id);
    try {
      const raw = await this.#receiveBytes(stream, id);
      this.#conversations.startPosting(id);
      // A report of an email that could not be delivered: an answer to it could only make more of that.
      if (envelope.mailFrom === false || envelope.mailFrom.address === "") return;
      await this.#post(
        raw,
        envelope.rcptTo.map(({ address }) => address),
      );
    } finally {
      this.#conversations.finishEmail(id);
    }
  }

  /** Receives an email to its end in any case, or its sender would not learn why it is refused. */
  async #receiveBytes(stream: SMTPServerDataStream, id: string): Promise<Buffer> {
    let received = new ReceiveBuffer();
    let refusal: Reply | undefined;
    let pieces = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (++pieces > MAX_PIECES) {
        const tooMany = new Reply(554, "the email has too many lines that begin with a dot");
        this.#hangUp(id, tooMany);
        throw tooMany;
      }
      if (refusal) continue;
      received.add(chunk);
      if (received.length > MAX_EMAIL_BYTES) refusal = new Reply(552, "the email is too large");
      else if (!this.#conversations.addBytes(id, chunk.length)) refusal = new Reply(452, "too many emails at once");
      if (refusal) received = new ReceiveBuffer();
    }
    if (refusal) throw refusal;
    return received.bytes;
  }

  /** Parses an email once, and posts it for each of its recipients. */
  async #post(raw: Buffer, recipients: readonly string[]): Promise<void> {
    const { room, clock } = this.#options;
    const places = new Map<string, MailPlace>();
    for (const recipient of recipients) {
      const place = await this.#orWhy(() => findPlace(room, recipient));
      places.set(placeKey(place), place);
    }
    const [first] = places.values();
    if (!first) return;
    const email = await this.#orWhy(() => readEmail(raw, { realmId: first.realmId, ownDomain: room.ownDomain }));
    if (!email) return;
    const failures: Reply[] = [];
    for (const place of places.values()) {
      try {
        await this.#orWhy(() => receive(room, place, email, clock.now()));
      } catch (error) {
        if (!(error instanceof Reply)) throw error;
        failures.push(error);
      }
    }
    // If it comes again, it is posted only where it has not been.
    const [failure] = failures.toSorted((one, other) => one.responseCode - other.responseCode);
    if (!failure) return;
    const others = places.size - failures.length;
    throw others === 0
      ? failure
      : new Reply(failure.responseCode, `not posted for some recipients: ${failure.message}`);
  }

  async #orWhy<T>(act: () => Promise<T>): Promise<T> {
    const { log } = this.#options;
    try {
      return await act();
    } catch (error) {
      if (error instanceof MailRefused) {
        if (error.cause) log.warn({ err: error.cause }, "an email could not be parsed");
        throw new Reply(error.replyCode, error.message);
      }
      if (!logOutage(log, error)) log.error({ err: error }, "an incoming email could not be accepted");
      throw new Reply(451, "something went wrong here; try again later");
    }
  }
}
