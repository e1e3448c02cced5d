import { setTimeout as delay } from "node:timers/promises";
import { HttpConnection } from "./http-connection.ts";
import { sendLargeRequest } from "./large-request.ts";
import { encodeRequest, type Request } from "./request.ts";
import type { BenchUser, Channel } from "./bench-organization.ts";
import { median } from "./rounds.ts";
import type { Remark } from "./row.ts";
import type { WorstCaseRequest } from "./testkit-exports.ts";

/** Maximum factor by which the attack may increase another account's median latency. */
const MAX_RATIO = 2;
/** Number of large requests that the attacker has in progress at any time. */
const MAX_CONCURRENT_REQUESTS = 12;
/** Pause between two small requests of the same client, in milliseconds. */
const PAUSE_MS = 5;

export interface ParallelAttack {
  readonly port: number;
  /** Requests that the attacker sends repeatedly. */
  readonly requests: readonly WorstCaseRequest[];
  readonly attacker: BenchUser;
  readonly other: BenchUser;
  /** Channel in which the other account sends and fetches messages. */
  readonly channel: Channel;
  /** Number of measurements for each kind of small request. */
  readonly samples: number;
}

/** Median latencies in milliseconds, by the name of the small request. */
type Medians = ReadonlyMap<string, number>;

/**
 * Measures the latency of another account's small requests before and during an attack, in which one account sends many
 * large requests at the same time. Returns by how much the median of each increases.
 */
export async function measureParallelAttack(attack: ParallelAttack): Promise<Remark[]> {
  // The first measurement is discarded, because the first requests of a new process are slower.
  await measureMedians(attack);
  const before = await measureMedians(attack);
  const done = new AbortController();
  const attackers = Array.from({ length: MAX_CONCURRENT_REQUESTS }, (_, nth) =>
    sendUntilAborted(attack, nth, done.signal),
  );
  await delay(500);
  const during = await measureMedians(attack).finally(() => done.abort());
  const counts = await Promise.all(attackers);
  const answered = counts.reduce((sum, count) => sum + count, 0);
  const large = `${answered} large requests were answered meanwhile`;
  return [...before].map(([name, alone]): Remark => {
    const attacked = during.get(name) ?? Number.NaN;
    const ratio = attacked / alone;
    const text = `${name} during an attack: ${alone.toFixed(1)} → ${attacked.toFixed(1)} ms, ${ratio.toFixed(1)} times, at most ${MAX_RATIO}; ${large}`;
    return { text, ok: ratio <= MAX_RATIO };
  });
}

/** Sends the attacker's requests until aborted. Returns the number of responses. */
async function sendUntilAborted({ port, requests, attacker }: ParallelAttack, nth: number, signal: AbortSignal) {
  let answered = 0;
  for (let index = nth; !signal.aborted; index += 1) {
    const one = requests[index % requests.length];
    if (one) await sendLargeRequest(port, one, attacker, signal).catch(() => undefined);
    if (!signal.aborted) answered += 1;
  }
  return answered;
}

/** Measures the latency of all kinds of small requests at the same time, each on a separate connection. */
async function measureMedians(attack: ParallelAttack): Promise<Medians> {
  const measured = smallRequests(attack).map(async ([name, request]) => {
    using connection = await HttpConnection.open(attack.port);
    const bytes = encodeRequest(request);
    const times: number[] = [];
    while (times.length < attack.samples) {
      const start = performance.now();
      await connection.fetch(bytes);
      times.push(performance.now() - start);
      await delay(PAUSE_MS);
    }
    return [name, median(times)] as const;
  });
  return new Map(await Promise.all(measured));
}

function smallRequests({ channel, other: { authorization } }: ParallelAttack): [name: string, request: Request][] {
  const narrow = [{ operator: "channel", operand: channel.id }];
  const message = { type: "channel", to: channel.id, topic: "lunch", content: "Who comes along?" };
  const page = { anchor: "newest", num_before: 20, num_after: 0, narrow };
  return [
    ["send", { method: "POST", path: "/messages", parameters: message, authorization }],
    ["fetch", { method: "GET", path: "/messages", parameters: page, authorization }],
  ];
}
