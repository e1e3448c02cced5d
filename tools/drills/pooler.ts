import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { withoutPgBouncer } from "../../testkit/services/pgbouncer.ts";
import { root } from "../paths.ts";
import type { Drill, DrillContext } from "./drill.ts";

/** The tests that the drill runs by default: those of the modules and of event queues, which send HTTP requests. */
const DEFAULT_TESTS = "server/src/modules server/src/realtime";

export const pooler: Drill = {
  name: "pooler",
  about: "the tests of the modules pass if the database is reached through PgBouncer in transaction mode",
  needs: [],
  minutes: 20,
  options: { tests: `files, folders or globs, separated by spaces; "${DEFAULT_TESTS}" by default` },
  obstacle: () => withoutPgBouncer || null,
  run,
};

async function run({ print, signal, options }: DrillContext): Promise<readonly string[]> {
  const { tests = DEFAULT_TESTS } = options;
  const child = spawn(process.execPath, [join(root, "tools", "test.ts"), ...tests.split(" ")], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PARLANCE_TEST_WITH_POOLER: "true" },
  });
  const stop = () => child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  const ended = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) print(line);
  signal.removeEventListener("abort", stop);
  const [code] = (await ended) as [number | null];
  return code === 0 || signal.aborted ? [] : [`the tests failed (exit status ${code})`];
}
