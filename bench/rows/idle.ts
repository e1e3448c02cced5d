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
  work: "memory of the Node process of a server just started from the command line, with the demo organization",
  limit: null,
  unit: "MB",
  budget: valueAtMost(150),
  ...measuredInRounds({ rounds: { quick: 5, full: 5 }, prepare }),
};

async function prepare({ revision, quick }: Bench): Promise<MeasuredInRounds> {
  return {
    // Each round starts a server, because the memory differs more between processes than within one.
    async measureRound() {
      await using server = await revision.startProgram();
      const { pid } = JSON.parse(await readFile(join(server.dataDir, "server.json"), "utf8")) as { pid: number };
      await delay(quick ? PAUSE_MS.quick : PAUSE_MS.full);
      return await residentMegabytes(pid);
    },
  };
}

async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(stdout) / 1024;
}
