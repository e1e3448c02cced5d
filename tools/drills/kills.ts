import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pack } from "../bootstrap/pack.mjs";
import { root } from "../paths.ts";
import type { Drill, DrillContext } from "./drill.ts";
import { Proxy } from "./proxies/proxy.ts";
import { type KillOptions, type KillResult, formatResults } from "./kills/kill-results.ts";

/** Default number of rounds for each part of the drill. */
const ROUNDS = { cluster: 100, single: 50 };
type KillTarget = keyof typeof ROUNDS;
const isKillTarget = (text: string): text is KillTarget => text in ROUNDS;

const HELP = `cluster: three server processes share a PostgreSQL behind a real nginx, which passes each request to another one. Twelve clients
  send, edit, react, mark as read, upload and type, and read their queues by long polls, by polls without waiting and by event
  streams, over keep-alive connections or a new one for each request. Each round kills one process (kill -9) and starts it
  again. Before every second kill the connection of one process to the database becomes slow, so that it knows of events later
  than the others; before every third, the connection breaks; before every fourth, one process stands still for a moment
  (SIGSTOP). Clients behave as real ones do: they repeat a request that failed, with the same queue and last_event_id. For each
  of them is checked that

    - ids of events increase, and nothing that it acknowledged comes again ("reordered", "repeated");
    - messages come in the order of their ids, and every stored message came once ("lost", "repeated");
    - its first state with all events applied is the state that a new client gets ("wrong");
    - what was acknowledged to it (messages, edits, uploads) is stored, once ("lost", "wrong").

single: one server with its embedded PostgreSQL, and twenty clients which also upload in parts (tus), schedule messages, set
  reminders, move topics and start exports. Each round kills the server, or the server and its PostgreSQL. In the end every
  acknowledged message, edit and upload must be there; every resumable upload has gone on from its offset; scheduled messages
  and reminders have come once; topics are in one place; every listed file is whole; exports are complete or marked as failed,
  and another one can be made.

  npm run drill -- kills --rounds 5                         a first impression
  npm run drill -- kills --only single --rounds 200         hours of one part
  npm run drill -- kills --only cluster --seed 4711         the moments of an earlier run; its first line has the seed

The table of all counts is in tmp/drill/kills.md. The same seed does not give the same run, because the load is real.`;

export const kills: Drill = {
  name: "kills",
  about:
    `no event is lost, repeated or reordered over ${ROUNDS.cluster} kill -9 of one of three processes behind nginx, and ` +
    `nothing acknowledged over ${ROUNDS.single} of a single server, half of them with its PostgreSQL`,
  needs: [{ command: "nginx", debianPackage: "nginx", isUsed: ({ only }) => only !== "single" }],
  minutes: 30,
  options: {
    rounds: `kills in each part; by default ${ROUNDS.cluster} of the cluster and ${ROUNDS.single} of the single server`,
    only: "cluster or single",
    seed: "decides the moments; a new one by default",
  },
  help: HELP,
  run,
};

async function run(context: DrillContext): Promise<readonly string[]> {
  const { print, folder, signal, options } = context;
  const { only, rounds } = options;
  const seed = Number(options["seed"] ?? Date.now() % 1_000_000);
  if (only !== undefined && !isKillTarget(only)) return ["--only takes cluster or single"];
  if (![rounds ?? 1, seed].map(Number).every(Number.isInteger) || Number(rounds ?? 1) < 1) {
    return ["--rounds takes a whole number from 1, --seed a whole number"];
  }
  print(`seed ${seed}`);
  // Bundles the program first, as `npm start` does. This halves the time for each of the many starts.
  await pack(root, process.execPath);
  const results: Partial<Record<KillTarget, KillResult>> = {};
  for (const part of only === undefined ? (Object.keys(ROUNDS) as KillTarget[]) : [only]) {
    if (signal.aborted) break;
    print(`${part}:`);
    results[part] = await runKills(part, { rounds: Number(rounds ?? ROUNDS[part]), seed, print, signal });
    const text = formatResults(results);
    print(`\n${text}`);
    await writeFile(join(folder, "kills.md"), text);
  }
  return Object.values(results).flatMap(({ problems }) => problems);
}

/** Runs a part of the drill. Its code is loaded only now, so that listing the drills is fast. */
async function runKills(part: KillTarget, options: KillOptions): Promise<KillResult> {
  if (part === "single") return (await import("./kills/kill-single-server.ts")).killSingleServer(options);
  const { killInCluster } = await import("./kills/kill-in-cluster.ts");
  return killInCluster({
    ...options,
    processes: 3,
    clients: 12,
    pauseMs: 100,
    startProxy: (ports) => Proxy.start("nginx", ports),
  });
}
