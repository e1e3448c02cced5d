// `npm run check`: all checks that a change must pass, except for the tests. Described in HELP.
import { onParentExit } from "@parlance/server/app/stop-signal.ts";
import { randomTestsCheck } from "./checks/chances.ts";
import { runProgram, toOutcome, type Check } from "./checks/check.ts";
import { commits } from "./checks/commits.ts";
import { directionsCheck } from "./checks/directions.ts";
import { floorsCheck } from "./checks/floors.ts";
import { globalsCheck } from "./checks/globals.ts";
import { layoutCheck } from "./checks/layout.ts";
import { lintCheck } from "./checks/lint.ts";
import { literalsCheck } from "./checks/literals.ts";
import { locksCheck } from "./checks/locks.ts";
import { machineCheck } from "./checks/machine.ts";
import { migrationsCheck } from "./checks/migrations.ts";
import { namesCheck } from "./checks/names.ts";
import { runChecks, type RunOptions, type CheckResult } from "./checks/run.ts";
import { sizesCheck } from "./checks/sizes.ts";
import { tablesCheck } from "./checks/tables.ts";
import { textsCheck } from "./checks/texts.ts";
import { timingCheck } from "./checks/timing.ts";
import { unusedCheck } from "./checks/unused.ts";
import { words } from "./checks/words.ts";
import { writesCheck } from "./checks/writes.ts";
import { readFiles } from "./source-files.ts";
import { lockfileProblems, readLockfile } from "./lockfile.ts";
import { listChangedFiles } from "./testing/changed/changed-files.ts";

const BIN = "node_modules/.bin";
const OPENAPI = /^(openapi\.json|redocly\.yaml|\.redocly\.lint-ignore\.yaml)$/;
/** Matches files of the web client that no generator reads. */
const BROWSER_FILES = /^web\/(bench|built|public|src|tests)\//;

/** All checks. The slowest come first, so that they start first. */
const checks: readonly Check[] = [
  lintCheck,
  {
    name: "generated",
    about: "generated files are up to date (npm run generate fixes it)",
    dependsOn: (path) => !BROWSER_FILES.test(path),
    run: () => runProgram("tools/generate.ts", "--check"),
  },
  unusedCheck,
  {
    name: "format",
    about: "oxfmt (npm run format fixes it)",
    run: () => runProgram(`${BIN}/oxfmt`, "--check", "."),
  },
  {
    name: "openapi",
    about: "openapi.json follows its specification (redocly.yaml says which rules)",
    dependsOn: (path) => OPENAPI.test(path),
    run: () => runProgram(`${BIN}/redocly`, "lint", "openapi.json"),
  },
  literalsCheck,
  directionsCheck,
  floorsCheck,
  namesCheck,
  words,
  commits,
  machineCheck,
  sizesCheck,
  layoutCheck,
  migrationsCheck,
  writesCheck,
  textsCheck,
  tablesCheck,
  globalsCheck,
  locksCheck,
  randomTestsCheck,
  timingCheck,
  {
    name: "lockfile",
    about: "package-lock.json is whole",
    run: async () => toOutcome(lockfileProblems(readLockfile())),
  },
];

const HELP = `usage: npm run check [-- [--changed[=<revision>]] [--no-cache] [<name>…]]

Runs these checks, or only the named ones. A check that passed is not run again until something changes that it depends on.
${checks.map(({ name, about }) => `  ${name.padEnd(11)} ${about}`).join("\n")}

  --changed    only what can be affected by the files that differ from HEAD, or from --changed=<revision>
  --no-cache   run everything, whatever passed before`;

const STALE_TYPES =
  "Types are among what is generated: run npm run generate first. What the compiler does not know may be known then.";

function printResult({ name, ok, by, seconds }: CheckResult): void {
  const how =
    by === "a run"
      ? `${seconds.toFixed(1).padStart(5)} s`
      : by === "an earlier run"
        ? "  passed before"
        : "  not affected";
  console.log(`${ok ? "ok    " : "FAILED"}  ${name.padEnd(11)} ${how}`);
}

interface CheckArguments extends RunOptions {
  readonly selected: readonly Check[];
  readonly unknown: readonly string[];
}

function readArguments(args: readonly string[]): CheckArguments {
  const flags = args.filter((arg) => arg.startsWith("--"));
  const named = args.filter((arg) => !arg.startsWith("--"));
  const called = ({ name, alias }: Check, arg: string) => name === arg || alias === arg;
  const changed = flags.find((flag) => /^--changed(=.+)?$/.test(flag));
  return {
    selected: checks.filter((check) => named.length === 0 || named.some((arg) => called(check, arg))),
    unknown: [
      ...flags.filter((flag) => flag !== changed && flag !== "--no-cache"),
      ...named.filter((arg) => !checks.some((check) => called(check, arg))),
    ],
    files: readFiles(),
    canReuse: !flags.includes("--no-cache"),
    changed: changed === undefined ? undefined : listChangedFiles(changed.split("=")[1] ?? "HEAD"),
  };
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(HELP);
    return 0;
  }
  const { selected, unknown, ...options } = readArguments(args);
  if (unknown.length > 0) {
    console.error(`no check is called ${unknown.join(", ")}\n\n${HELP}`);
    return 2;
  }
  const failed = (await runChecks(selected, options, printResult)).filter(({ ok }) => !ok);
  for (const { name, output } of failed) console.log(`\n── ${name} ${"─".repeat(100 - name.length)}\n${output}`);
  if (["lint", "generated"].every((name) => failed.some((one) => one.name === name))) console.log(`\n${STALE_TYPES}`);
  return failed.length === 0 ? 0 : 1;
}

onParentExit(() => process.exit(1));
process.exitCode = await main(process.argv.slice(2));
