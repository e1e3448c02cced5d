import { setTimeout as delay } from "node:timers/promises";
import { totalProcessorSeconds } from "../idle-processes.ts";
import { valueAtMost, type Bench, type Measured, type Row, type MeasuredInRounds } from "../row.ts";
import type { ServerProcess } from "../testkit-exports.ts";

const ORGANIZATIONS = 100;
const BUDGET_PERCENT = 0.3;
const MEASURED_SECONDS = { quick: 20, full: 60 };
/** Time after a start until the server has nothing to do, in seconds. */
const SETTLE_SECONDS = { quick: 10, full: 30 };

export const idleCost: Row = {
  name: "idle_cost",
  work: `processor time of an idle server and its PostgreSQL, in percent of a core: the larger of that with the demo organization and that with ${ORGANIZATIONS} more organizations`,
  limit: null,
  unit: "%",
  budget: valueAtMost(BUDGET_PERCENT),
  // Between revisions, only the server with all organizations is compared.
  comparison: { rounds: { quick: 5, full: 5 }, prepare: prepareRounds },
  // Five rounds of two servers, and the time to settle.
  timeoutMinutes: 20,
  measure,
};

async function measure(bench: Bench): Promise<Measured> {
  await using server = await bench.revision.startProgram();
  bench.progress("idle_cost: with the demo organization");
  await settle(bench);
  const demo = await measurePercent(server, bench);
  bench.progress(`idle_cost: with ${ORGANIZATIONS} more organizations`);
  await addOrganizations(server, bench);
  const all = await measurePercent(server, bench);
  return {
    rounds: [{ ours: Math.max(demo, all), bare: null }],
    remarks: [
      { text: `with the demo organization: ${demo.toFixed(2)} %`, ok: null },
      { text: `with ${ORGANIZATIONS} more organizations: ${all.toFixed(2)} %`, ok: null },
    ],
  };
}

async function prepareRounds(bench: Bench, cleanup: AsyncDisposableStack): Promise<MeasuredInRounds> {
  const server = cleanup.use(await bench.revision.startProgram());
  await addOrganizations(server, bench);
  return { measureRound: () => measurePercent(server, bench) };
}

/** Adds organizations in which nothing happens, and restarts the server. */
async function addOrganizations(server: ServerProcess, bench: Bench): Promise<void> {
  await bench.revision.addOrganizations(server, ORGANIZATIONS);
  await server.stop();
  await server.restart();
  await settle(bench);
}

const settle = ({ quick }: Bench) => delay((quick ? SETTLE_SECONDS.quick : SETTLE_SECONDS.full) * 1000);

/** Returns the processor time of the server and its database for some time, in percent of a core. */
async function measurePercent(server: ServerProcess, { quick }: Bench): Promise<number> {
  const [before, began] = [totalProcessorSeconds(server), performance.now()];
  await delay((quick ? MEASURED_SECONDS.quick : MEASURED_SECONDS.full) * 1000);
  const seconds = (performance.now() - began) / 1000;
  return ((totalProcessorSeconds(server) - before) / seconds) * 100;
}
