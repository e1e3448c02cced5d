import pg from "pg";
import { CONNECTION_OPTIONS, type ConnectionSettings } from "../db/pool.ts";
import type { EphemeralEvent } from "./ephemeral-event.ts";
import { MessageAssembler, splitMessage } from "./bus-message-chunks.ts";

/**
 * Sends messages between the server's processes: announcements of new events in a log, and ephemeral events, which are
 * not stored.
 */
export interface Bus {
  /** Connects to the other processes. */
  start(): Promise<void>;
  publish(message: BusMessage): void;
  stop(): Promise<void>;
}

/** Functions that a bus calls with what other processes publish. */
interface BusListeners {
  readonly onMessage: (message: BusMessage) => void;
  /** Called after a time in which messages may have been lost. */
  readonly onReconnected: () => void;
}

export type BusMessage =
  /** The organization's event log is flushed to disk up to this id. */
  | { readonly kind: "log"; readonly realmId: number; readonly id: number }
  | { readonly kind: "ephemeral"; readonly event: EphemeralEvent };

/** The bus of a server with a single process, which has no other process to notify. */
export const localBus: Bus = { start: async () => undefined, publish: () => undefined, stop: async () => undefined };

/** Creates the bus of a server. `shared`: whether other processes may serve its database. */
export const createBus = (
  { shared, connection }: { readonly shared: boolean; readonly connection: ConnectionSettings },
  listeners: BusListeners,
): Bus => (shared ? new NotifyBus(connection, listeners) : localBus);

const NOTIFY_CHANNEL = "parlance";
const RECONNECT_DELAY_MS = 500;
/**
 * Maximum total length of ephemeral events that wait to be sent, in characters. Further events are dropped, which is
 * allowed for ephemeral events.
 */
const MAX_PENDING_CHARACTERS = 4_000_000;

/**
 * A bus that uses PostgreSQL's NOTIFY. Notifications are sent after the flush, on a separate connection, because NOTIFY
 * inside a transaction makes commits wait for each other. A notification may be lost, so receivers also poll the log.
 */
class NotifyBus implements Bus {
  readonly #settings: ConnectionSettings;
  readonly #listeners: BusListeners;
  readonly #pending = new Map<number, number>();
  readonly #parts = new MessageAssembler();
  #ephemeral: string[] = [];
  #waiting = 0;
  #client: pg.Client | undefined;
  #sending = false;
  #closed = false;

  constructor(settings: ConnectionSettings, listeners: BusListeners) {
    this.#settings = settings;
    this.#listeners = listeners;
  }

  start(): Promise<void> {
    return this.#connect();
  }

  publish(message: BusMessage): void {
    if (message.kind === "log") {
      const { realmId, id } = message;
      this.#pending.set(realmId, Math.max(id, this.#pending.get(realmId) ?? 0));
    } else this.#enqueue(splitMessage(message));
    if (!this.#sending) void this.#send();
  }

  async stop(): Promise<void> {
    this.#closed = true;
    await this.#client?.end().catch(() => undefined);
  }

  #enqueue(notifications: readonly string[]): void {
    const characters = notifications.reduce((sum, { length }) => sum + length, 0);
    if (!this.#client || this.#waiting + characters > MAX_PENDING_CHARACTERS) return;
    this.#ephemeral.push(...notifications);
    this.#waiting += characters;
  }

  /**
   * Sends the newest log position of each organization, and the pending ephemeral events. Messages published while this
   * is in progress are sent together in the next round.
   */
  async #send(): Promise<void> {
    this.#sending = true;
    while ((this.#pending.size > 0 || this.#ephemeral.length > 0) && this.#client) {
      const batch = [...this.#pending].map(([realmId, id]) => ({ kind: "log", realmId, id }) satisfies BusMessage);
      this.#pending.clear();
      const text = "select pg_notify($1, message) from unnest($2::text[]) as message";
      const messages = [...batch.map((message) => JSON.stringify(message)), ...this.#ephemeral];
      [this.#ephemeral, this.#waiting] = [[], 0];
      await this.#client.query({ name: "notify", text, values: [NOTIFY_CHANNEL, messages] }).catch(() => undefined);
    }
    this.#sending = false;
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ ...this.#settings, ...CONNECTION_OPTIONS, application_name: "parlance bus" });
    client.on("error", () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    client.on("notification", ({ processId, payload }) => {
      // This process sent the notification itself.
      if (processId === rows[0]?.pid) return;
      const message = this.#parts.add(payload ?? "{}");
      if (message) this.#listeners.onMessage(message as BusMessage);
    });
    await client.query(`listen ${NOTIFY_CHANNEL}`);
    this.#client = client;
    // Registered only now, because `end` is also emitted for a connection that could not be opened, and that error has
    // already been handled.
    client.once("end", () => this.#reconnect(client));
  }

  #reconnect(lost: pg.Client): void {
    if (this.#client === lost) this.#client = undefined;
    this.#parts.clear();
    if (this.#closed) return;
    setTimeout(() => {
      if (this.#closed) return;
      this.#connect().then(this.#listeners.onReconnected, () => this.#reconnect(lost));
    }, RECONNECT_DELAY_MS).unref();
  }
}
