import type { Logger } from "pino";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { Database } from "@parlance/kernel/db/types.ts";
import type { NotificationTransport } from "../core/notification.ts";
import { PeriodicWorker } from "../core/periodic-worker.ts";
import { type MissedMessageEmailServices, sendMissedMessageEmails } from "./actions/send-missed-message-emails.ts";
import { createEmailTransport } from "./email-transport.ts";
import { findDueEmails, findNextDueTime } from "./queries.ts";

interface EmailSenderOptions extends MissedMessageEmailServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Creates the emails about missed messages when they are due. */
export class EmailSender {
  readonly transport: NotificationTransport;
  readonly #rounds: PeriodicWorker;

  constructor(options: EmailSenderOptions) {
    const failureMessage = "missed-message emails could not be created; retrying";
    this.#rounds = new PeriodicWorker({
      log: options.log,
      failureMessage,
      run: (isStopped) => sendAll(options, isStopped),
    });
    this.transport = createEmailTransport((afterMs) => this.#rounds.wake(afterMs));
  }

  /**
   * Starts. Emails that are already due are created immediately, including those that became due while no server was
   * running.
   */
  start(): void {
    this.#rounds.wake(0);
  }

  /** Stops after the emails to the current user. */
  stop(): Promise<void> {
    return this.#rounds.stop();
  }
}

/** Creates all emails that are due. Returns the time until the next one is due, in milliseconds, if there is one. */
async function sendAll(
  { db, clock, ...office }: EmailSenderOptions,
  isStopped: () => boolean,
): Promise<number | undefined> {
  for (;;) {
    const due = await findDueEmails(db.reader, clock.now());
    for (const one of due) {
      if (isStopped()) return undefined;
      await db.write((tx) => sendMissedMessageEmails(tx, one, clock.now(), office));
    }
    if (due.length > 0) continue;
    const next = await findNextDueTime(db.reader);
    return next && next.getTime() - clock.now().getTime();
  }
}
