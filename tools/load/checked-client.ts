// A client that reads its event queue while servers stop and restart, in the same way as real clients, and checks
// everything that it receives.
import { setTimeout as sleep } from "node:timers/promises";
import { EventStream } from "@parlance/server/realtime/fixtures/event-stream-client.ts";
import { type Client, TestUser, type ReceivedEvent } from "../../testkit/organization/test-user.ts";
import { ReplayedState } from "../../testkit/watch-events.ts";
import { loadStoredMessages } from "./acknowledged-data.ts";
import { isDisconnection } from "./is-disconnection.ts";

/** The ways in which a client reads its queue. */
export const READING_MODES = ["long polls", "polls without waiting", "event stream"] as const;
export type ReadingMode = (typeof READING_MODES)[number];

export const FAULTS = ["lost", "repeated", "reordered", "wrong"] as const;
export type Fault = (typeof FAULTS)[number];

/** The faults that clients have found. */
export class FaultLog {
  readonly #found: { readonly fault: Fault; readonly text: string }[] = [];

  add(fault: Fault, text: string): void {
    this.#found.push({ fault, text });
  }

  count(fault: Fault): number {
    return this.#found.filter((one) => one.fault === fault).length;
  }

  /** The number of faults of each kind. */
  get counts(): Readonly<Record<Fault, number>> {
    return Object.fromEntries(FAULTS.map((fault) => [fault, this.count(fault)])) as Record<Fault, number>;
  }

  get texts(): string[] {
    return this.#found.map(({ fault, text }) => `${fault}: ${text}`);
  }
}

/** Types of events that are not stored in the event log. */
const EPHEMERAL = new Set(["heartbeat", "typing", "typing_edit_message", "presence"]);

const RETRY_DELAY_MS = 50;
/** Interval in milliseconds between two polls that do not wait for events. */
const POLL_INTERVAL_MS = 100;
/**
 * Fields of the register response that depend on the process that responds: its start time, and the presence of users,
 * which is lost if a process is killed.
 */
const IGNORED_FIELDS = ["server_generation", "presences"];

/** A user who opens a new connection for each request. */
class ClosingUser extends TestUser {
  override get credentials(): Readonly<Record<string, string>> {
    return { ...super.credentials, connection: "close" };
  }
}

interface CheckedClientOptions {
  readonly mode: ReadingMode;
  /** Whether a connection is used for several requests. */
  readonly usesKeepAlive: boolean;
  readonly faults: FaultLog;
  /** Whether servers are upgraded meanwhile, so that they may add fields to the state. Default: no. */
  readonly isUpgraded?: boolean;
}

export class CheckedClient {
  readonly user: TestUser;
  readonly queueId: string;
  /** Number of all events received so far, and number of the ephemeral events among them. */
  events = 0;
  ephemeral = 0;
  /** Number of requests that failed because a server was down. */
  retries = 0;
  readonly #name: string;
  readonly #mode: ReadingMode;
  readonly #faults: FaultLog;
  readonly #replayed: ReplayedState;
  /** The fields to compare in the end. Undefined for all. */
  readonly #fields: ReadonlySet<string> | undefined;
  /** The messages of all received events, by id. Values are local ids; undefined if the message has none. */
  readonly #messages = new Map<number, string | undefined>();
  readonly #sentHere = new Map<number, string>();
  readonly #firstMessage: number;
  #lastId: number;
  #lastMessage = 0;

  private constructor(client: Client, name: string, { mode, faults, isUpgraded = false }: CheckedClientOptions) {
    this.user = client.user;
    this.queueId = client.queueId;
    this.#name = name;
    this.#mode = mode;
    this.#faults = faults;
    this.#replayed = new ReplayedState(client.state, { ignoredFields: IGNORED_FIELDS });
    this.#fields = isUpgraded ? new Set(Object.keys(client.state)) : undefined;
    this.#firstMessage = client.state.max_message_id + 1;
    this.#lastId = client.lastEventId;
  }

  /** Registers an event queue and creates a client for it. */
  static async open(user: TestUser, options: CheckedClientOptions): Promise<CheckedClient> {
    const { mode, usesKeepAlive } = options;
    const person = usesKeepAlive ? user : new ClosingUser(user.site, user);
    const name = `${user.fullName} (${mode}, ${usesKeepAlive ? "keep-alive" : "closing"} connections)`;
    return new CheckedClient(await person.registerQueue(), name, options);
  }

  /** Reads events until the signal is aborted, or a request fails for another reason than a lost connection. */
  async readUntil(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      try {
        if (this.#mode === "event stream") await this.#readStream(stop);
        else this.#receive(await this.#poll({ block: this.#mode === "long polls" }));
        if (this.#mode === "polls without waiting") await sleep(POLL_INTERVAL_MS);
      } catch (error) {
        if (!isDisconnection(error)) return this.#faults.add("wrong", `${this.#name}: ${String(error)}`);
        this.retries += 1;
        await sleep(RETRY_DELAY_MS);
      }
    }
  }

  /** Records that a message was sent with a local id. The event in the client's queue must contain this local id. */
  recordSent(id: number, localId: string): void {
    this.#sentHere.set(id, localId);
  }

  /**
   * Reads the remaining events, and compares the resulting state with the server's state. Must be called only when
   * nothing changes any more.
   */
  async finish(): Promise<void> {
    await this.#drain();
    const after = await this.user.registerQueue();
    await this.#drain();
    try {
      const compared = Object.entries(after.state).filter(([field]) => this.#fields?.has(field) ?? true);
      this.#replayed.assertSame(this.#name, Object.fromEntries(compared));
    } catch (error) {
      this.#faults.add("wrong", String(error));
    }
    const stored = [...(await loadStoredMessages(this.user)).keys()].filter((id) => id >= this.#firstMessage);
    for (const id of stored) if (!this.#messages.has(id)) this.#add("lost", `message ${id} never arrived`);
    for (const id of this.#messages.keys()) if (!stored.includes(id)) this.#add("wrong", `there is no message ${id}`);
    for (const [id, localId] of this.#sentHere) {
      if (this.#messages.get(id) !== localId) this.#add("wrong", `message ${id} came without its local id`);
    }
  }

  async #drain(): Promise<void> {
    for (;;) {
      const events = await this.#poll({ block: false });
      if (events.length === 0) return;
      this.#receive(events);
    }
  }

  async #poll({ block }: { block: boolean }): Promise<readonly ReceivedEvent[]> {
    const parameters = { queue_id: this.queueId, last_event_id: this.#lastId, dont_block: !block };
    return (await this.user.callOrThrow("GET", "/events", parameters)).events;
  }

  async #readStream(stop: AbortSignal): Promise<void> {
    const headers = { "last-event-id": String(this.#lastId) };
    using stream = await EventStream.open(this.user, { queueId: this.queueId, headers });
    const end = () => stream[Symbol.dispose]();
    stop.addEventListener("abort", end, { once: true });
    try {
      if (stream.status !== 200) throw new Error(`status ${stream.status}: ${await stream.text()}`);
      for (let block = await stream.nextBlock(); block && !stop.aborted; block = await stream.nextBlock()) {
        if (block.event) this.#receive([block.event]);
      }
    } finally {
      stop.removeEventListener("abort", end);
    }
  }

  #receive(events: readonly ReceivedEvent[]): void {
    const acknowledged = this.#lastId;
    for (const event of events) {
      const { id, type } = event;
      if (id <= this.#lastId) {
        const fault = id <= acknowledged ? "repeated" : "reordered";
        this.#add(fault, `${type} ${id} after ${this.#lastId}, with ${acknowledged} acknowledged`);
        if (fault === "repeated") continue;
      }
      this.#lastId = Math.max(this.#lastId, id);
      this.events += 1;
      if (EPHEMERAL.has(type)) this.ephemeral += 1;
      if (type !== "heartbeat") this.#replayed.apply(event);
      if (event.message) this.#receiveMessage(event.message.id, event.local_message_id);
    }
  }

  #receiveMessage(id: number, localId: string | undefined): void {
    if (this.#messages.has(id)) this.#add("repeated", `message ${id}`);
    else if (id < this.#lastMessage) this.#add("reordered", `message ${id} after ${this.#lastMessage}`);
    this.#lastMessage = Math.max(this.#lastMessage, id);
    this.#messages.set(id, localId);
  }

  #add(fault: Fault, text: string): void {
    this.#faults.add(fault, `${this.#name}: ${text}`);
  }
}
