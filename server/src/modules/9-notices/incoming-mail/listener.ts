import { callbackify } from "node:util";
import type { Logger } from "pino";
import type { SMTPServer, SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from "smtp-server";
import type { Clock } from "#kernel/clock.ts";
import { logOutage } from "#kernel/db/outage.ts";
import { MOST_BYTES } from "./incoming-letter.ts";
import { findPlace, type MailRoom, receive } from "./receive.ts";
import { MailRefused } from "./refusal.ts";

/** Letters that are held in memory at the same time are no more than this. */
const MOST_CONVERSATIONS = 8;
const MOST_RECIPIENTS = 20;
const SILENCE_MS = 60_000;

interface Options {
  readonly room: MailRoom;
  readonly clock: Clock;
  readonly log: Logger;
  readonly host: string;
  readonly port: number;
}

/** What is said to a mail server, with the reply code of SMTP. */
const reply = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

/**
 * Takes letters from a mail server by SMTP. It says that it has taken one only when that is posted; where something is amiss for
 * now, the mail server is asked to come again.
 */
export class MailListener {
  readonly #options: Options;
  #server: SMTPServer | undefined;

  constructor(options: Options) {
    this.#options = options;
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
      size: MOST_BYTES,
      maxClients: MOST_CONVERSATIONS,
      socketTimeout: SILENCE_MS,
      closeTimeout: 2000,
      onRcptTo: callbackify(async (address: SMTPServerAddress, session: SMTPServerSession) =>
        this.#admit(address.address, session),
      ),
      onData: callbackify(async (stream: SMTPServerDataStream, session: SMTPServerSession) =>
        this.#take(stream, session),
      ),
    });
    server.on("error", (error) => log.warn({ err: error }, "a conversation with a mail server broke off"));
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

  async #admit(address: string, { envelope }: SMTPServerSession): Promise<void> {
    if (envelope.rcptTo.length >= MOST_RECIPIENTS) throw reply(452, "too many recipients");
    await this.#orWhy(() => findPlace(this.#options.room, address));
  }

  async #take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const raw = await bounded(stream);
    if (!raw) throw reply(552, "the letter is too large");
    // News of a letter that could not be delivered: an answer to it could only make more of that.
    if (envelope.mailFrom === false || envelope.mailFrom.address === "") return;
    const { room, clock } = this.#options;
    for (const { address } of envelope.rcptTo) {
      await this.#orWhy(() => receive(room, { recipient: address, raw }, clock.now()));
    }
  }

  async #orWhy(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (error instanceof MailRefused) throw reply(550, error.message);
      const { log } = this.#options;
      if (!logOutage(log, error)) log.error({ err: error }, "a letter could not be taken in");
      throw reply(451, "something went wrong here; try again later");
    }
  }
}

/** All of a letter; null: it is too large. It is read to its end in any case, or its sender would not hear why. */
async function bounded(stream: SMTPServerDataStream): Promise<Buffer | null> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MOST_BYTES) kept.push(chunk);
    else kept.length = 0;
  }
  return size <= MOST_BYTES ? Buffer.concat(kept) : null;
}
