// `npm run check`: everything a change must pass besides the tests. `npm run check -- <name>…` runs some of it.
import { lockfileProblems, readLockfile } from "./lockfile.ts";
import { whenParentDies } from "@parlance/server/stop-signal.ts";
import { program, verdict, type Check, type Outcome } from "./checks/check.ts";
import { chances } from "./checks/chances.ts";
import { directions } from "./checks/directions.ts";
import { floorsCheck } from "./checks/floors.ts";
import { globals } from "./checks/globals.ts";
import { layout } from "./checks/layout.ts";
import { literals } from "./checks/literals.ts";
import { locks } from "./checks/locks.ts";
import { machine } from "./checks/machine.ts";
import { names } from "./checks/names.ts";
import { sizes } from "./checks/sizes.ts";
import { tables } from "./checks/tables.ts";
import { timing } from "./checks/timing.ts";
import { unused } from "./checks/unused.ts";
import { writes } from "./checks/writes.ts";

const BIN = "node_modules/.bin";
const LINT_FLAGS = ["--type-aware", "--deny-warnings", "--report-unused-disable-directives"];

const checks: readonly Check[] = [
  { name: "format", about: "oxfmt (npm run format fixes it)", run: () => program(`${BIN}/oxfmt`, "--check", ".") },
  { name: "types", about: "TypeScript, strict", run: () => program(`${BIN}/tsc`, "-p", ".") },
  {
    name: "worker types",
    about: "TypeScript of the web client's service worker",
    run: () => program(`${BIN}/tsc`, "-p", "web/src/worker"),
  },
  { name: "web types", about: "TypeScript of the web client", run: () => program(`${BIN}/tsc`, "-p", "web") },
  {
    name: "lint",
    about: "oxlint with types: promises, any, budgets of size",
    run: () => program(`${BIN}/oxlint`, ...LINT_FLAGS),
  },
  sizes,
  layout,
  directions,
  floorsCheck,
  writes,
  tables,
  literals,
  globals,
  locks,
  chances,
  timing,
  unused,
  {
    name: "generated",
    about: "generated files are up to date (npm run generate fixes it)",
    run: () => program("tools/generate.ts", "--check"),
  },
  names,
  machine,
  { name: "lockfile", about: "package-lock.json is whole", run: async () => verdict(lockfileProblems(readLockfile())) },
];

const HELP = `usage: npm run check [-- <name>…]

Runs these checks in parallel, or only the named ones:
${checks.map(({ name, about }) => `  ${name.padEnd(11)} ${about}`).join("\n")}`;

const STALE_TYPES =
  "Types are among what is generated: run npm run generate first. What the compiler does not know may be known then.";

async function timed(check: Check): Promise<Outcome & { name: string }> {
  const began = performance.now();
  const outcome = await check.run().catch((error: unknown): Outcome => ({ ok: false, output: String(error) }));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${outcome.ok ? "ok    " : "FAILED"}  ${check.name.padEnd(11)} ${seconds.padStart(5)} s`);
  return { ...outcome, name: check.name };
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(HELP);
    return 0;
  }
  const unknown = args.filter((arg) => !checks.some(({ name }) => name === arg));
  if (unknown.length > 0) {
    console.error(`no check is called ${unknown.join(", ")}\n\n${HELP}`);
    return 2;
  }
  const outcomes = await Promise.all(checks.filter(({ name }) => args.length === 0 || args.includes(name)).map(timed));
  const failed = outcomes.filter(({ ok }) => !ok);
  for (const { name, output } of failed) console.log(`\n── ${name} ${"─".repeat(100 - name.length)}\n${output}`);
  if (["types", "generated"].every((name) => failed.some((one) => one.name === name))) console.log(`\n${STALE_TYPES}`);
  return failed.length === 0 ? 0 : 1;
}

whenParentDies(() => process.exit(1));
process.exitCode = await main(process.argv.slice(2));
