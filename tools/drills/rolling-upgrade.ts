import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runChild } from "../bootstrap/child.mjs";
import { pack } from "../bootstrap/pack.mjs";
import { Proxy } from "./proxies/proxy.ts";
import { root } from "../paths.ts";
import { checkOutPreviousRelease, findObstacle } from "../release/previous-release.ts";
import type { Drill, DrillContext } from "./drill.ts";
import { formatResults } from "./kills/kill-results.ts";

const PROCESSES = 3;
const CLIENTS = 12;

const HELP = `Three server processes of the previous release (release/previous.json) share a PostgreSQL behind a real nginx. Clients send,
  edit, react, mark as read and upload, and read their queues by long polls, by polls without waiting and by event streams. Then
  each process is stopped and started with this release, one after the other, as docs/operations.md describes. The first one migrates
  the database while the others serve clients. Clients repeat a request that failed. For each of them is checked what the drill
  kills checks: no event is lost, repeated or reordered, its first state with all events applied is the state that a new client
  gets, and everything acknowledged is stored.

  npm run drill -- rolling-upgrade --rounds 5      upgrades several times, each time after going back to the previous release

The table of all counts is in tmp/drill/rolling-upgrade.md.`;

export const rollingUpgrade: Drill = {
  name: "rolling-upgrade",
  about:
    `${PROCESSES} processes behind nginx are upgraded from the previous release to this one, one after the other, under load: no event is ` +
    "lost, and no request fails for good",
  needs: [
    { command: "nginx", debianPackage: "nginx-light" },
    { command: "git", debianPackage: "git" },
  ],
  minutes: 3,
  options: { rounds: "number of upgrades; by default 1", seed: "decides what clients do; a new one by default" },
  help: HELP,
  obstacle: findObstacle,
  run,
};

async function run({ print, folder, signal, options }: DrillContext): Promise<readonly string[]> {
  const seed = Number(options["seed"] ?? Date.now() % 1_000_000);
  const rounds = Number(options["rounds"] ?? 1);
  if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed))
    return ["--rounds takes a whole number from 1, --seed a whole number"];
  print(`seed ${seed}`);
  await using previous = await checkOutPreviousRelease();
  // Both programs are bundled, as `npm start` does. This halves the time of each start.
  await pack(root, process.execPath);
  await runChild(process.execPath, [join(previous.path, "cli/packed/make.mjs")], { stdio: ["ignore", 2, 2] });
  print(`from ${previous.version} (${previous.commit.slice(0, 8)}) to this checkout`);
  const { upgradeCluster } = await import("./rolling-upgrade/upgrade-cluster.ts");
  const result = await upgradeCluster({
    previous,
    processes: PROCESSES,
    clients: CLIENTS,
    pauseMs: 100,
    rounds,
    seed,
    print,
    signal,
    startProxy: (ports) => Proxy.start("nginx", ports),
  });
  const text = formatResults({ upgrade: result });
  print(`\n${text}`);
  await writeFile(join(folder, "rolling-upgrade.md"), text);
  return result.problems;
}
