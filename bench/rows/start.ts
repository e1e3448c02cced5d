import { ServerProcess } from "../testkit-exports.ts";
import { valueAtMost, type Bench, type Measured, type Row } from "../row.ts";
import type { Round } from "../rounds.ts";
import { packProgram } from "../pack-program.ts";

/** Number of starts before the measurement, so that Node's compile cache is filled. */
const STARTS_BEFORE = 2;

export const start: Row = {
  name: "start",
  work: "a server that was stopped is started again, with its own database, until it listens",
  limit: null,
  unit: "ms",
  budget: valueAtMost(1000),
  measure,
};

async function measure({ quick }: Bench): Promise<Measured> {
  await packProgram();
  await using server = await ServerProcess.start();
  const rounds: Round[] = [];
  const count = STARTS_BEFORE + (quick ? 3 : 10);
  for (let nth = 0; nth < count; nth += 1) {
    await server.stop();
    const began = performance.now();
    await server.restart();
    if (nth >= STARTS_BEFORE) rounds.push({ ours: performance.now() - began, bare: null });
  }
  return { rounds };
}
