import type { Logger } from "pino";
import type { Clock } from "#kernel/clock.ts";
import type { Database } from "#kernel/db/types.ts";
import type { NoticeCarrier } from "../core/notification.ts";
import { Rounds } from "../core/periodic-worker.ts";
import { type LetterOffice, writeLetters } from "./actions/send-missed-message-emails.ts";
import { mailCarrier } from "./email-transport.ts";
import { dueLetters } from "./queries.ts";

interface Options extends LetterOffice {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Writes the letters that are due. */
export class LetterWriter {
  readonly carrier: NoticeCarrier;
  readonly #rounds: Rounds;

  constructor(options: Options) {
    const complaint = "missed-message emails could not be created; retrying";
    this.#rounds = new Rounds({ log: options.log, complaint, act: (isStopped) => writeAll(options, isStopped) });
    this.carrier = mailCarrier((afterMs) => this.#rounds.wake(afterMs));
  }

  /** Begins with what was left undone when the last server stopped. */
  start(): void {
    this.#rounds.wake(0);
  }

  /** Lets the letter under way be written. */
  stop(): Promise<void> {
    return this.#rounds.stop();
  }
}

async function writeAll({ db, clock, ...office }: Options, isStopped: () => boolean): Promise<void> {
  for (;;) {
    const due = await dueLetters(db.reader, clock.now());
    for (const one of due) {
      if (isStopped()) return;
      await db.write((tx) => writeLetters(tx, one, clock.now(), office));
    }
    if (due.length === 0) return;
  }
}
