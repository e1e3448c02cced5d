import { measureInterleaved } from "../rounds.ts";
import type { Bench, RoundsMeasurement, Row } from "../row.ts";
import { compareRounds, type Comparison } from "./comparison.ts";

/** The services of the present revision and of the other one. */
export interface ComparedBenches {
  readonly now: Bench;
  readonly before: Bench;
}

/**
 * Measures a row for both revisions in turns. Returns the comparison of its values, and that of the processor times if
 * the row measures something else besides them.
 */
export async function compareRow(
  { name, unit }: Row,
  { rounds: counts, prepare }: RoundsMeasurement,
  { now, before }: ComparedBenches,
): Promise<Comparison[]> {
  const [ours, theirs] = [await prepare(now, now.cleanup), await prepare(before, before.cleanup)];
  const measure = (server: typeof ours) => async () => ({
    value: await server.measureRound(),
    processorTime: server.processorTime?.() ?? null,
  });
  const count = now.quick ? counts.quick : counts.full;
  const rounds = await measureInterleaved(count, measure(ours), measure(theirs));
  const values = rounds.map(({ ours: mine, bare: other }) => ({ now: mine.value, before: other.value }));
  const times = rounds.flatMap(({ ours: { processorTime: mine }, bare: { processorTime: other } }) =>
    mine === null || other === null ? [] : [{ now: mine, before: other }],
  );
  return [
    compareRounds(name, unit, values),
    ...(times.length > 0 ? [compareRounds(`${name}, processor time`, "µs", times)] : []),
  ];
}
