import { measureInterleaved, type Round } from "./rounds.ts";
import type { Bench, Measured, MeasuredInRounds, RoundsMeasurement, Row } from "./row.ts";

/** Returns the two members of a row that is measured in rounds, and which can thus be compared between revisions. */
export function measuredInRounds(measurement: RoundsMeasurement): Pick<Row, "measure" | "comparison"> {
  return { comparison: measurement, measure: (bench) => measure(measurement, bench) };
}

async function measure({ rounds: counts, prepare }: RoundsMeasurement, bench: Bench): Promise<Measured> {
  const server = await prepare(bench, bench.cleanup);
  const bare = await server.startBare?.();
  const count = bench.quick ? counts.quick : counts.full;
  const rounds = bare
    ? await measureInterleaved(count, () => server.measureRound(), bare)
    : await measureAlone(count, server);
  return { rounds, remarks: (await server.createRemarks?.(rounds)) ?? [] };
}

/** Measures a server without a bare limit. The first round is discarded. */
async function measureAlone(count: number, server: MeasuredInRounds): Promise<Round[]> {
  await server.measureRound();
  const rounds: Round[] = [];
  while (rounds.length < count) rounds.push({ ours: await server.measureRound(), bare: null });
  return rounds;
}
