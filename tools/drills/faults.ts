import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { withoutDisks } from "../../testkit/services/small-disk.ts";
import { until } from "../../testkit/until.ts";
import type { Drill, DrillContext } from "./drill.ts";
import { allFaults, FAKETIME } from "./faults/all-faults.ts";
import type { Fault } from "./faults/fault.ts";
import { PrometheusProcess } from "./faults/prometheus.ts";
import { simulateQuietHour } from "./faults/quiet-hour.ts";

/** Maximum time from a fault until the condition of its alert is met, in seconds. */
const MAX_SECONDS = 60;
const POLL_MS = 500;

export const faults: Drill = {
  name: "faults",
  about: `each of ${allFaults.length} faults meets the condition of its alert within ${MAX_SECONDS} seconds, and no alert fires in a quiet hour`,
  needs: [
    { command: "prometheus", debianPackage: "prometheus" },
    { command: "promtool", debianPackage: "prometheus" },
    { command: "mount", debianPackage: "mount" },
  ],
  minutes: 6,
  options: { only: "name of one fault, such as 'clock step'" },
  obstacle: () =>
    withoutDisks || (existsSync(FAKETIME) ? null : `there is no ${FAKETIME}: apt-get install libfaketime`),
  run,
};

async function run({ folder, print, signal, options }: DrillContext): Promise<readonly string[]> {
  const { only } = options;
  const chosen = allFaults.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0) return [`the faults are: ${allFaults.map(({ name }) => name).join(", ")}`];
  const problems: string[] = [];
  await using prometheus = await PrometheusProcess.start();
  for (const fault of chosen) {
    if (signal.aborted) return problems;
    const { seconds, others } = await measure(fault, prometheus);
    const found = seconds === null ? "not noticed" : `${seconds.toFixed(0)} s`;
    const more = others.length === 0 ? "" : `; also: ${others.join(", ")}`;
    print(`${fault.name.padEnd(28)} ${fault.alert.padEnd(28)} ${found}${more}`);
    if (seconds === null)
      problems.push(`${fault.name}: ${fault.alert} did not notice it within ${MAX_SECONDS} seconds`);
  }
  if (only !== undefined) return problems;
  const quiet = await simulateQuietHour(folder);
  print(`a quiet hour: ${quiet.length === 0 ? "no alert fires" : "alerts fire"}`);
  return [...problems, ...quiet];
}

interface Measurement {
  /** Time from the fault until the condition of its alert was met. Null if it was not met in time. */
  readonly seconds: number | null;
  /** Other alerts whose conditions were met at that time. */
  readonly others: readonly string[];
}

const isActive = async ({ alert }: Fault, prometheus: PrometheusProcess): Promise<boolean> =>
  (await prometheus.activeAlerts()).some(({ name }) => name === alert);

async function measure(fault: Fault, prometheus: PrometheusProcess): Promise<Measurement> {
  await using victim = await fault.prepare();
  await prometheus.watch(victim.metricsAddress);
  if (!fault.existsFromStart) await until(async () => !(await isActive(fault, prometheus)));
  const known = new Set((await prometheus.activeAlerts()).map(({ name }) => name));
  const ended = new AbortController();
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1000;
  const injected = fault.inject(victim, ended.signal);
  injected.catch(() => undefined);
  try {
    while (elapsed() <= MAX_SECONDS) {
      const names = (await prometheus.activeAlerts()).map(({ name }) => name);
      const others = [...new Set(names)].filter((name) => name !== fault.alert && !known.has(name));
      if (names.includes(fault.alert)) return { seconds: elapsed(), others };
      await sleep(POLL_MS);
    }
    return { seconds: null, others: [] };
  } finally {
    ended.abort();
    await injected;
  }
}
