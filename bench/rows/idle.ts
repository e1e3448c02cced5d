import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { measuredInRounds } from "../rounds-measurement.ts";
import { valueAtMost, type Bench, type Row, type MeasuredInRounds } from "../row.ts";

const PAUSE_MS = { quick: 1000, full: 5000 };

export const idle: Row = {
  name: "idle",
  work: "the Node process of a server just started with the demo organization",
  limit: null,
  unit: "MB",
  budget: valueAtMost(150),
  ...measuredInRounds({ rounds: { quick: 3, full: 3 }, prepare }),
};

async function prepare({ revision, quick }: Bench, cleanup: AsyncDisposableStack): Promise<MeasuredInRounds> {
  const server = cleanup.use(await revision.startProgram());
  const { pid } = JSON.parse(await readFile(join(server.dataDir, "server.json"), "utf8")) as { pid: number };
  return {
    async measureRound() {
      await delay(quick ? PAUSE_MS.quick : PAUSE_MS.full);
      return residentMegabytes(pid);
    },
  };
}

async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(stdout) / 1024;
}
