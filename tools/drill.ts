// `npm run drill`: runs drills. These are trials that take too long, or need too many resources, to be tests. See
// docs/drills.md.
import { accessSync, appendFileSync, constants, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";
import { createStopSignal } from "@parlance/server/app/stop-signal.ts";
import { cleanUpAfterFile, cleanUpAfterProcess } from "../testkit/cleanup.ts";
import { bareSystem } from "./drills/bare-system.ts";
import { distributionUpgrade } from "./drills/distribution-upgrade.ts";
import { collectOptions, type Drill } from "./drills/drill.ts";
import { container } from "./drills/container.ts";
import { faults } from "./drills/faults.ts";
import { freshClone } from "./drills/fresh-clone.ts";
import { fullDisk } from "./drills/full-disk.ts";
import { kills } from "./drills/kills.ts";
import { monitoring } from "./drills/monitoring.ts";
import { packageDrill } from "./drills/package.ts";
import { pooler } from "./drills/pooler.ts";
import { proxies } from "./drills/proxies.ts";
import { rollingUpgrade } from "./drills/rolling-upgrade.ts";
import { smallMachine } from "./drills/small-machine.ts";
import { stability } from "./drills/stability.ts";
import { isMain, root } from "./paths.ts";

const FOLDER = join(root, "tmp", "drill");
const drills: readonly Drill[] = [
  bareSystem,
  container,
  distributionUpgrade,
  faults,
  freshClone,
  fullDisk,
  kills,
  monitoring,
  packageDrill,
  pooler,
  proxies,
  rollingUpgrade,
  smallMachine,
  stability,
];

const HELP = `usage: npm run drill [-- NAME… [OPTIONS]]

Runs the named drills, or all of them ("all"), one after the other. Nothing is installed: a drill whose programs are missing
says which Debian package has them. What a drill prints is also in tmp/drill/NAME.txt. NAME --help says more about one drill.
Exit status: 0 if all succeeded, 1 if one failed or could not run, 2 for wrong arguments.

${drills.map(describe).join("\n\n")}`;

function describe({ name, about, needs, minutes, options = {} }: Drill): string {
  const programs = [...new Set(needs.map(({ debianPackage }) => debianPackage))].join(", ") || "nothing";
  const lines = Object.entries(options).map(([option, text]) => `\n      --${option.padEnd(9)} ${text}`);
  return `  ${name}\n      ${about}\n      about ${minutes} minutes; needs ${programs}${lines.join("")}`;
}

/**
 * Returns the help of the drills named in the arguments. If none of them has a help text, returns the list of all
 * drills.
 */
function helpFor(args: readonly string[]): string {
  const named = drills.filter(({ name, help }) => help !== undefined && args.includes(name));
  return named.length === 0 ? HELP : named.map((drill) => `${describe(drill)}\n\n${drill.help ?? ""}`).join("\n\n");
}

interface DrillResult {
  readonly name: string;
  readonly verdict: "succeeded" | "FAILED" | "CANNOT RUN" | "stopped";
  readonly seconds: number;
  readonly problems: readonly string[];
}

const isInstalled = (command: string): boolean =>
  (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** Returns the reasons for which a drill cannot run on this machine. */
function findObstacles({ needs, obstacle }: Drill, options: Record<string, string>): string[] {
  const missing = needs.filter(({ command, isUsed }) => (isUsed?.(options) ?? true) && !isInstalled(command));
  const other = obstacle?.() ?? null;
  return [
    ...missing.map(({ command, debianPackage }) => `there is no ${command}: apt-get install ${debianPackage}`),
    ...(other === null ? [] : [other]),
  ];
}

async function runDrill(drill: Drill, options: Record<string, string>, signal: AbortSignal): Promise<DrillResult> {
  const { name } = drill;
  const start = performance.now();
  const file = join(FOLDER, `${name}.txt`);
  writeFileSync(file, "");
  const print = (line: string) => {
    console.log(line);
    appendFileSync(file, `${line}\n`);
  };
  const end = (verdict: DrillResult["verdict"], problems: readonly string[]): DrillResult => {
    for (const problem of problems) print(problem);
    const seconds = (performance.now() - start) / 1000;
    print(`${name}: ${verdict} after ${seconds.toFixed(0)} s`);
    return { name, verdict, seconds, problems };
  };
  print(`=== ${name}: ${drill.about}`);
  const obstacles = findObstacles(drill, options);
  if (obstacles.length > 0) return end("CANNOT RUN", obstacles);
  try {
    const problems = await drill.run({ print, folder: FOLDER, signal, options });
    return end(problems.length > 0 ? "FAILED" : signal.aborted ? "stopped" : "succeeded", problems);
  } catch (error) {
    return end("FAILED", [error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  } finally {
    // Releases the resources that the drill has acquired with the test kit.
    await cleanUpAfterFile();
  }
}

function formatResults(results: readonly DrillResult[]): string {
  const rows = results.map(({ name, verdict, seconds, problems }) => {
    const first = problems[0]?.split("\n")[0] ?? "";
    return `${name.padEnd(21)} ${verdict.padEnd(10)} ${seconds.toFixed(0).padStart(7)}  ${first}`;
  });
  return [`\n${"drill".padEnd(21)} ${"result".padEnd(10)} seconds`, ...rows].join("\n");
}

/** Parses the arguments. Returns an error message if they are invalid. */
function readArguments(
  args: readonly string[],
): { chosen: readonly Drill[]; options: Record<string, string> } | string {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], allowPositionals: true, options: collectOptions(drills) });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const { positionals, values } = parsed;
  const unknown = positionals.filter((name) => name !== "all" && !drills.some((drill) => drill.name === name));
  if (unknown.length > 0) return `no drill is called ${unknown.join(", ")}`;
  const chosen = positionals.includes("all") ? drills : drills.filter(({ name }) => positionals.includes(name));
  const foreign = Object.keys(values).filter((name) => !chosen.some(({ options = {} }) => name in options));
  if (foreign.length > 0) return `no chosen drill has the option --${foreign.join(", --")}`;
  return { chosen, options: values as Record<string, string> };
}

async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args.includes("--help") || args.includes("-h")) {
    console.log(helpFor(args));
    return 0;
  }
  const wanted = readArguments(args);
  if (typeof wanted === "string") {
    console.error(`${wanted}\n\n${HELP}`);
    return 2;
  }
  const signal = createStopSignal();
  mkdirSync(FOLDER, { recursive: true });
  const results: DrillResult[] = [];
  for (const drill of wanted.chosen) {
    if (!signal.aborted) results.push(await runDrill(drill, wanted.options, signal));
  }
  await cleanUpAfterProcess();
  console.log(formatResults(results));
  return results.every(({ verdict }) => verdict === "succeeded") ? 0 : 1;
}

if (isMain(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
