import type { Bus, BusMessage } from "./bus.ts";
import type { EphemeralEvent, PublishEphemeral } from "./ephemeral-event.ts";
import type { LoggedEvent } from "./event-log.ts";
import { LogTail, type EventConsumer, type FlushingDatabase } from "./log-tail.ts";

/** Interval at which the log is polled for events that no announcement reported, in milliseconds. */
const POLL_MS = 1000;

interface EventHubOptions {
  readonly db: FlushingDatabase;
  /** Reaches the other processes. */
  readonly bus: Bus;
  /** Consumes the next event of an organization's log. */
  readonly consumeLogged: EventConsumer;
  readonly consumeEphemeral: (event: EphemeralEvent) => void;
  /** Called when another process has written an event of any organization. */
  readonly onOtherProcessCommit: () => void;
  readonly onError: (error: unknown) => void;
}

/** The log tails of the organizations that this process follows. */
export class EventHub {
  readonly bus: Bus;
  readonly #options: EventHubOptions;
  readonly #tails = new Map<number, Promise<LogTail>>();
  readonly #open = new Map<number, LogTail>();
  #poll: NodeJS.Timeout | undefined;

  constructor(options: EventHubOptions) {
    this.bus = options.bus;
    this.#options = options;
  }

  /** Starts to look at the log from time to time. */
  start(): void {
    this.#poll = setInterval(() => this.catchUp(), POLL_MS).unref();
  }

  /** Handles the events of a transaction of this process, after its flush. */
  readonly handleCommitted = (events: readonly LoggedEvent[]): void => {
    const last = new Map<number, LoggedEvent[]>();
    for (const event of events) {
      const own = last.get(event.realmId);
      if (own) own.push(event);
      else last.set(event.realmId, [event]);
    }
    for (const [realmId, own] of last) {
      this.#open.get(realmId)?.addCommitted(own);
      this.bus.publish({ kind: "log", realmId, id: own.at(-1)?.id ?? 0 });
    }
  };

  /** Handles an announcement of another process. */
  readonly handleAnnouncement = (message: BusMessage): void => {
    if (message.kind === "log") {
      this.#open.get(message.realmId)?.announce(message.id);
      this.#options.onOtherProcessCommit();
    }
    // A process of another release may send kinds of messages that this one does not know.
    else if (message.kind === "ephemeral") this.#options.consumeEphemeral(message.event);
  };

  /** Sends an event immediately, here and on the other processes, to the clients that are connected now. */
  readonly publishEphemeral: PublishEphemeral = (event) => {
    this.#options.consumeEphemeral(event);
    this.bus.publish({ kind: "ephemeral", event });
  };

  /** Reads the log directly, for example after a time in which announcements may have been lost. */
  readonly catchUp = (): void => {
    for (const tail of this.#open.values()) tail.catchUp().catch(this.#options.onError);
  };

  /** Follows an organization from now on. Resolves when no later event will be missed. */
  follow(realmId: number): Promise<LogTail> {
    const known = this.#tails.get(realmId);
    if (known) return known;
    const opening = this.#openTail(realmId);
    opening.catch(() => this.#tails.delete(realmId));
    this.#tails.set(realmId, opening);
    return opening;
  }

  async #openTail(realmId: number): Promise<LogTail> {
    // A tail that could not catch up is reused: it receives announcements, so a second one would deliver events twice.
    const { db, consumeLogged, onError } = this.#options;
    const tail = this.#open.get(realmId) ?? (await LogTail.open(realmId, db, consumeLogged, onError));
    this.#open.set(realmId, tail);
    // Events committed after the log was read and before the line above were not delivered.
    await tail.catchUp();
    return tail;
  }

  /** Resolves when all events that were committed to an organization's log before the call have been consumed here. */
  async consumeCommitted(realmId: number): Promise<void> {
    const tail = await this.follow(realmId);
    await tail.catchUp();
    await tail.caughtUp();
  }

  stop(): void {
    clearInterval(this.#poll);
  }
}
