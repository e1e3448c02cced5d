import { measuredInRounds } from "../rounds-measurement.ts";
import { valueAtMost, type Bench, type Row, type MeasuredInRounds } from "../row.ts";

export const start: Row = {
  name: "start",
  work: "restart of a stopped server from the command line, with its own database, until it listens",
  limit: null,
  unit: "ms",
  budget: valueAtMost(800),
  ...measuredInRounds({ rounds: { quick: 5, full: 10 }, prepare }),
};

async function prepare({ revision }: Bench, cleanup: AsyncDisposableStack): Promise<MeasuredInRounds> {
  const server = cleanup.use(await revision.startProgram());
  const restart = async () => {
    await server.stop();
    const began = performance.now();
    await server.restart();
    return performance.now() - began;
  };
  // The first restart fills Node's compile cache.
  await restart();
  return { measureRound: restart };
}
