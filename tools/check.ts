// `npm run check`: everything a change must pass besides the tests. See HELP.
import { whenParentDies } from "@parlance/server/app/stop-signal.ts";
import { chances } from "./checks/chances.ts";
import { program, verdict, type Check } from "./checks/check.ts";
import { commits } from "./checks/commits.ts";
import { directions } from "./checks/directions.ts";
import { floorsCheck } from "./checks/floors.ts";
import { globals } from "./checks/globals.ts";
import { layout } from "./checks/layout.ts";
import { lint } from "./checks/lint.ts";
import { literals } from "./checks/literals.ts";
import { locks } from "./checks/locks.ts";
import { machine } from "./checks/machine.ts";
import { names } from "./checks/names.ts";
import { runChecks, type Options, type Result } from "./checks/run.ts";
import { sizes } from "./checks/sizes.ts";
import { tables } from "./checks/tables.ts";
import { timing } from "./checks/timing.ts";
import { unused } from "./checks/unused.ts";
import { words } from "./checks/words.ts";
import { writes } from "./checks/writes.ts";
import { readFiles } from "./source-files.ts";
import { lockfileProblems, readLockfile } from "./lockfile.ts";
import { changedFiles } from "./testing/changed/changed-files.ts";

const BIN = "node_modules/.bin";
const OPENAPI = /^(openapi\.json|redocly\.yaml|\.redocly\.lint-ignore\.yaml)$/;
/** Only browsers load these, and no generator reads them. */
const OF_BROWSERS = /^web\/(bench|built|public|src|tests)\//;

/** The longest first. */
const checks: readonly Check[] = [
  lint,
  {
    name: "generated",
    about: "generated files are up to date (npm run generate fixes it)",
    dependsOn: (path) => !OF_BROWSERS.test(path),
    run: () => program("tools/generate.ts", "--check"),
  },
  unused,
  {
    name: "format",
    about: "oxfmt (npm run format fixes it)",
    run: () => program(`${BIN}/oxfmt`, "--check", "."),
  },
  {
    name: "openapi",
    about: "openapi.json follows its specification (redocly.yaml says which rules)",
    dependsOn: (path) => OPENAPI.test(path),
    run: () => program(`${BIN}/redocly`, "lint", "openapi.json"),
  },
  literals,
  directions,
  floorsCheck,
  names,
  words,
  commits,
  machine,
  sizes,
  layout,
  writes,
  tables,
  globals,
  locks,
  chances,
  timing,
  { name: "lockfile", about: "package-lock.json is whole", run: async () => verdict(lockfileProblems(readLockfile())) },
];

const HELP = `usage: npm run check [-- [--changed[=<revision>]] [--no-cache] [<name>…]]

Runs these checks, or only the named ones. A check that passed is not run again until something changes that it depends on.
${checks.map(({ name, about }) => `  ${name.padEnd(11)} ${about}`).join("\n")}

  --changed    only what can be affected by the files that differ from HEAD, or from --changed=<revision>
  --no-cache   run everything, whatever passed before`;

const STALE_TYPES =
  "Types are among what is generated: run npm run generate first. What the compiler does not know may be known then.";

function show({ name, ok, by, seconds }: Result): void {
  const how =
    by === "a run"
      ? `${seconds.toFixed(1).padStart(5)} s`
      : by === "an earlier run"
        ? "  passed before"
        : "  not affected";
  console.log(`${ok ? "ok    " : "FAILED"}  ${name.padEnd(11)} ${how}`);
}

interface Arguments extends Options {
  readonly wanted: readonly Check[];
  readonly unknown: readonly string[];
}

function readArguments(args: readonly string[]): Arguments {
  const flags = args.filter((arg) => arg.startsWith("--"));
  const named = args.filter((arg) => !arg.startsWith("--"));
  const called = ({ name, alias }: Check, arg: string) => name === arg || alias === arg;
  const changed = flags.find((flag) => /^--changed(=.+)?$/.test(flag));
  return {
    wanted: checks.filter((check) => named.length === 0 || named.some((arg) => called(check, arg))),
    unknown: [
      ...flags.filter((flag) => flag !== changed && flag !== "--no-cache"),
      ...named.filter((arg) => !checks.some((check) => called(check, arg))),
    ],
    files: readFiles(),
    mayReuse: !flags.includes("--no-cache"),
    changed: changed === undefined ? undefined : changedFiles(changed.split("=")[1] ?? "HEAD"),
  };
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(HELP);
    return 0;
  }
  const { wanted, unknown, ...options } = readArguments(args);
  if (unknown.length > 0) {
    console.error(`no check is called ${unknown.join(", ")}\n\n${HELP}`);
    return 2;
  }
  const failed = (await runChecks(wanted, options, show)).filter(({ ok }) => !ok);
  for (const { name, output } of failed) console.log(`\n── ${name} ${"─".repeat(100 - name.length)}\n${output}`);
  if (["lint", "generated"].every((name) => failed.some((one) => one.name === name))) console.log(`\n${STALE_TYPES}`);
  return failed.length === 0 ? 0 : 1;
}

whenParentDies(() => process.exit(1));
process.exitCode = await main(process.argv.slice(2));
