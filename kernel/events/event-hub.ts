import { Distribution, DURATION_BOUNDS } from "../base/measures.ts";
import type { Bus, BusMessage } from "./bus.ts";
import type { EphemeralEvent, PublishEphemeral } from "./ephemeral-event.ts";
import { readPositions, type LoggedEvent } from "./event-log.ts";
import { LogTail, type EventConsumer, type FlushingDatabase } from "./log-tail.ts";

/**
 * Interval at which the logs are polled for events whose announcement was lost, in milliseconds. It is also the longest
 * delay of such events, which are those of commands, and of processes that ended before they announced a commit.
 */
const POLL_MS = 1000;

interface EventHubOptions {
  readonly db: FlushingDatabase;
  /** Reaches the other processes. */
  readonly bus: Bus;
  /** Consumes an event of an organization's log. Called for each event, in order. */
  readonly consumeLogged: EventConsumer;
  readonly consumeEphemeral: (event: EphemeralEvent) => void;
  /** Called when another process announces that it has written an event. */
  readonly onOtherProcessCommit: () => void;
  readonly onError: (error: unknown) => void;
}

/** The log tails of the organizations whose events this process follows. */
export class EventHub {
  readonly bus: Bus;
  /** Times from the announcement of events until they were consumed, in seconds. */
  readonly delays = new Distribution(DURATION_BOUNDS);
  /** Number of times that a poll has found a log of which an announcement was lost. */
  lostAnnouncements = 0;
  readonly #options: EventHubOptions;
  readonly #tails = new Map<number, Promise<LogTail>>();
  readonly #open = new Map<number, LogTail>();
  #poll: NodeJS.Timeout | undefined;

  constructor(options: EventHubOptions) {
    this.bus = options.bus;
    this.#options = options;
  }

  /** The tails of the logs that this process follows. */
  get tails(): Iterable<Pick<LogTail, "realmId" | "head" | "backlog">> {
    return this.#open.values();
  }

  /** Starts to poll the logs, if this is not done already, with one statement for all organizations. */
  startPolling(): void {
    if (this.#poll) return;
    void this.catchUp();
    this.#poll = setInterval(() => void this.catchUp(), POLL_MS).unref();
  }

  /** Stops polling the logs. Announced events are still passed on. */
  stopPolling(): void {
    clearInterval(this.#poll);
    this.#poll = undefined;
  }

  /** Passes on the events of a transaction of this process, after the transaction was flushed to disk. */
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
    // A process of another release may send a kind of message that this release does not know. Such messages are
    // ignored.
    else if (message.kind === "ephemeral") this.#options.consumeEphemeral(message.event);
  };

  /** Sends an event immediately to the clients that are connected now, to this process or to another one. */
  readonly publishEphemeral: PublishEphemeral = (event) => {
    this.#options.consumeEphemeral(event);
    this.bus.publish({ kind: "ephemeral", event });
  };

  /** Reads the logs directly, for example after a period in which announcements may have been lost. */
  readonly catchUp = (): Promise<void> => this.#catchUp().catch(this.#options.onError);

  /** Follows an organization from now on. Resolves when it is certain that no later event will be missed. */
  follow(realmId: number): Promise<LogTail> {
    const known = this.#tails.get(realmId);
    if (known) return known;
    const opening = this.#openTail(realmId);
    opening.catch(() => this.#tails.delete(realmId));
    this.#tails.set(realmId, opening);
    return opening;
  }

  async #openTail(realmId: number): Promise<LogTail> {
    // If a tail could not catch up, the same tail is used again. It receives announcements already, so a second tail
    // would deliver events twice.
    const { db, consumeLogged, onError } = this.#options;
    const tail = this.#open.get(realmId) ?? (await LogTail.open(realmId, db, consumeLogged, onError, this.delays));
    this.#open.set(realmId, tail);
    // Events committed after the log was read, but before the tail was added to the map, were not delivered to the
    // tail.
    await tail.catchUp();
    return tail;
  }

  /**
   * Resolves when this process has consumed all events that were committed to an organization's log before the call, or
   * when an error has interrupted the consumption.
   */
  async consumeCommitted(realmId: number): Promise<void> {
    const tail = await this.follow(realmId);
    await tail.catchUp();
    await tail.caughtUp();
  }

  async #catchUp(): Promise<void> {
    const tails = [...this.#open.values()];
    if (tails.length === 0) return;
    const { db } = this.#options;
    const line = await db.flushConnection();
    const realmIds = tails.map(({ realmId }) => realmId);
    const positions = await readPositions(db.reader, realmIds);
    const behind = tails.filter(({ realmId, head }) => (positions.get(realmId) ?? 0) > head);
    if (behind.length === 0) return;
    await line.flush();
    this.lostAnnouncements += behind.length;
    for (const tail of behind) tail.announce(positions.get(tail.realmId) ?? 0);
  }
}
