// A mixed load whose users also have clients that check all events they receive, while something disturbs the servers.
import type { TestUser } from "../../testkit/organization/test-user.ts";
import { CheckedClient, FaultLog, READING_MODES } from "./checked-client.ts";
import { isDisconnection } from "./is-disconnection.ts";
import { type LoadAction, MixedLoad } from "./mixed-load.ts";

interface CheckedLoadOptions {
  /** Users of the load. Each has as many clients as the others, or one more. */
  readonly users: readonly TestUser[];
  /** Id of a channel that all users are subscribed to. */
  readonly channel: number;
  /** Number of clients. */
  readonly clients: number;
  readonly seed: number;
  /** Pause of each client between two requests, in milliseconds. */
  readonly pauseMs: number;
  /** Whether the servers are upgraded meanwhile; see `CheckedClient`. Default: no. */
  readonly isUpgraded?: boolean;
  /** Returns additional actions of the clients. */
  readonly createActions: (clients: readonly CheckedClient[]) => readonly LoadAction[];
}

/** Counts, by their names in the table of results. */
type Figures = Readonly<Record<string, number>>;

interface CheckedLoadResult {
  /** The problems found so far. */
  readonly faults: FaultLog;
  readonly figures: Figures;
}

/**
 * Runs the load while `disturb` disturbs the servers, ends the load and returns counts. Then checks that nothing that was
 * acknowledged is lost.
 */
export async function runCheckedLoad(
  { users, channel, clients: count, seed, pauseMs, isUpgraded = false, createActions }: CheckedLoadOptions,
  disturb: (load: MixedLoad, faults: FaultLog) => Promise<Figures>,
): Promise<CheckedLoadResult> {
  const faults = new FaultLog();
  const clients = await Promise.all(
    Array.from({ length: count }, (_, nth) => {
      // Each reading mode has both kinds of connections.
      const mode = READING_MODES[nth % READING_MODES.length] as (typeof READING_MODES)[number];
      const usesKeepAlive = Math.floor(nth / READING_MODES.length) % 2 === 0;
      return CheckedClient.open(users[nth % users.length] as TestUser, { mode, usesKeepAlive, faults, isUpgraded });
    }),
  );
  const reading = new AbortController();
  const readers = clients.map((client) => client.readUntil(reading.signal));
  await using load = new MixedLoad({
    users: clients.map(({ user }) => user),
    channel,
    seed,
    pauseMs,
    isExpected: isDisconnection,
    actions: createActions(clients),
  });
  const disturbances = await disturb(load, faults).finally(() => reading.abort());
  await Promise.all(readers);
  for (const client of clients) await client.finish();
  for (const text of await load.acknowledged.findLost(users)) faults.add("lost", text);
  const sum = (key: "events" | "ephemeral" | "retries") => clients.reduce((total, client) => total + client[key], 0);
  const figures = {
    ...disturbances,
    clients: clients.length,
    "messages acknowledged": load.acknowledged.messages,
    "uploads acknowledged": load.acknowledged.uploads,
    "events received": sum("events"),
    "ephemeral events and heartbeats among them": sum("ephemeral"),
    "requests that failed and were repeated": load.refused + sum("retries"),
  };
  return { faults, figures };
}
