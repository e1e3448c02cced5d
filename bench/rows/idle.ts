import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { packProgram } from "../pack-program.ts";
import { ServerProcess } from "../testkit-exports.ts";
import { valueAtMost, type Bench, type Measured, type Row } from "../row.ts";
import type { Round } from "../rounds.ts";

const SETTLE_MS = 5000;
const SAMPLE_COUNT = 3;

export const idle: Row = {
  name: "idle",
  work: "the Node process of a server just started with the demo organization",
  limit: null,
  unit: "MB",
  budget: valueAtMost(150),
  measure,
};

async function measure({ quick }: Bench): Promise<Measured> {
  await packProgram();
  await using server = await ServerProcess.start();
  const { pid } = JSON.parse(await readFile(join(server.dataDir, "server.json"), "utf8")) as { pid: number };
  const rounds: Round[] = [];
  while (rounds.length < SAMPLE_COUNT) {
    await delay(quick ? SETTLE_MS / 5 : SETTLE_MS);
    rounds.push({ ours: await residentMegabytes(pid), bare: null });
  }
  return { rounds };
}

async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(stdout) / 1024;
}
