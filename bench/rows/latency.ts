import type { Event } from "@parlance/contract/events/index.ts";
import { setTimeout as delay } from "node:timers/promises";
import { HttpConnection, bodyText } from "../http-connection.ts";
import { encodeRequest } from "../request.ts";
import type { BenchUser } from "../bench-organization.ts";
import { median, percentile } from "../rounds.ts";
import { measuredInRounds } from "../rounds-measurement.ts";
import type { Bench, Row, MeasuredInRounds } from "../row.ts";

const SUBSCRIBERS = 10;
const PAUSE_MS = 20;

export const latency: Row = {
  name: "latency",
  work: "from one client's POST /messages until another client has the event, with no other load",
  limit: null,
  unit: "ms",
  budget: null,
  ...measuredInRounds({ rounds: { quick: 100, full: 500 }, prepare }),
};

async function prepare({ revision }: Bench, cleanup: AsyncDisposableStack): Promise<MeasuredInRounds> {
  const organization = cleanup.use(await revision.createOrganization());
  const server = cleanup.use(await revision.startServer(organization));
  const channel = await organization.addChannel(server.port, { name: "general", size: SUBSCRIBERS });
  const [sender, reader] = await organization.loadSubscribers(channel, 2);
  if (!sender || !reader) throw new Error("no user is subscribed");
  const [queueId = ""] = await organization.addQueues([reader]);

  await organization.flushStatistics();
  const writing = cleanup.use(await HttpConnection.open(server.port));
  const message = { type: "channel", to: channel.id, topic: "Lunch", content: "Who **comes** along?" };
  const send = encodeRequest({
    method: "POST",
    path: "/messages",
    parameters: message,
    authorization: sender.authorization,
  });
  const polling = { reader, queueId, lastEventId: await organization.lastEventId() };
  const reading = cleanup.use(await PollingReader.open(server.port, polling));
  return timeEvents(() => writing.fetch(send), reading);
}

function timeEvents(send: () => Promise<unknown>, reader: PollingReader): MeasuredInRounds {
  const sinceResponse: number[] = [];
  const text = (values: readonly number[]) =>
    `median ${median(values).toFixed(1)} ms, p99 ${percentile(values, 0.99).toFixed(1)} ms`;
  return {
    async measureRound() {
      const event = reader.next();
      // Before the message is sent, the poll must be waiting and the server idle.
      await delay(PAUSE_MS);
      const began = performance.now();
      const [respondedAt, receivedAt] = await Promise.all([send().then(() => performance.now()), event]);
      sinceResponse.push(receivedAt - respondedAt);
      return receivedAt - began;
    },
    createRemarks: (rounds) => [
      { text: `from the request: ${text(rounds.map(({ ours }) => ours))}`, ok: null },
      { text: `from the sender's response: ${text(sinceResponse.slice(1))}`, ok: null },
    ],
  };
}

/** A client that polls one event queue. */
class PollingReader implements Disposable {
  readonly #connection: HttpConnection;
  readonly #authorization: string;
  readonly #queueId: string;
  #lastEventId: number;

  private constructor(connection: HttpConnection, { reader, queueId, lastEventId }: PollPosition) {
    this.#connection = connection;
    this.#authorization = reader.authorization;
    this.#queueId = queueId;
    this.#lastEventId = lastEventId;
  }

  static async open(port: number, polling: PollPosition): Promise<PollingReader> {
    return new PollingReader(await HttpConnection.open(port), polling);
  }

  /** Polls until an event is received. Returns the time at which it was received, as given by `performance.now()`. */
  async next(): Promise<number> {
    const parameters = { queue_id: this.#queueId, last_event_id: this.#lastEventId };
    const poll = { method: "GET" as const, path: "/events", parameters, authorization: this.#authorization };
    const answer = await this.#connection.fetch(encodeRequest(poll));
    const receivedAt = performance.now();
    const { events } = JSON.parse(bodyText(answer)) as { events: readonly Event[] };
    this.#lastEventId = events.at(-1)?.id ?? this.#lastEventId;
    return receivedAt;
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]();
  }
}

interface PollPosition {
  readonly reader: BenchUser;
  readonly queueId: string;
  readonly lastEventId: number;
}
