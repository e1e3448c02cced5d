// `npm run soak`: runs a soak test. Described in HELP.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createStopSignal } from "@parlance/server/app/stop-signal.ts";
import { isMain, root } from "./paths.ts";
import { runSoak } from "./soak/run-soak.ts";

const HELP = `usage: npm run soak -- --minutes N [--pause MS] [--seed S]

Runs a server under a mixed load for N minutes and then leaves it alone: five users send, edit, search, upload, read and
lose connections, while a sixth is away and gets emails about what was missed. Fails if a request fails, if an acknowledged
message or upload is lost, if memory, descriptors, event queues or jobs grow under the level load, or if the server has not
given back memory, descriptors and rows two minutes after it. Prints a table. Samples: tmp/soak/soak.tsv.

  --minutes N  how long the load lasts; fractions are allowed
  --pause MS   pause of each user between two requests, in milliseconds; 20 by default. 0 is a burst
  --seed S     a whole number; 1 by default

Exit status: 0 if nothing failed, 1 if anything did, 2 for wrong arguments.`;

interface Arguments {
  readonly minutes: number;
  readonly pause: number;
  readonly seed: number;
}

const MINUTE_MS = 60_000;

/** Parses the arguments. Returns an error message for the user if they are invalid. */
function readArguments(args: readonly string[]): Arguments | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        minutes: { type: "string" },
        pause: { type: "string", default: "20" },
        seed: { type: "string", default: "1" },
      },
    });
    const [minutes, pause, seed] = [values.minutes, values.pause, values.seed].map(Number) as [number, number, number];
    if (!(minutes > 0 && Number.isFinite(minutes))) return "say how long: --minutes 10";
    if (!(pause >= 0 && Number.isFinite(pause))) return "--pause takes a number of milliseconds";
    if (!Number.isSafeInteger(seed) || seed < 0) return "--seed takes a whole number";
    return { minutes, pause, seed };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(HELP);
    return 0;
  }
  const options = readArguments(args);
  if (typeof options === "string") {
    console.error(`${options}\n\n${HELP}`);
    return 2;
  }
  const problems = await runSoak({
    ms: options.minutes * MINUTE_MS,
    pauseMs: options.pause,
    seed: options.seed,
    file: join(root, "tmp", "soak", "soak.tsv"),
    print: (line) => console.log(line),
    signal: createStopSignal(),
  });
  for (const problem of problems) console.error(`FAILED: ${problem}`);
  return problems.length > 0 ? 1 : 0;
}

if (isMain(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
