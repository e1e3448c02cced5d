import type { Metrics } from "@parlance/kernel/base/metrics.ts";
import { until } from "../until.ts";

/** A metric as the library returns it; the library's types lack these properties. */
interface Metric {
  readonly name: string;
  get(): Promise<{ readonly values: readonly { readonly value: number }[] }>;
}

/**
 * Waits until every gauge of work in progress is 0. A gauge that stays above 0 means that the server has not released
 * something, so its limits become stricter; a gauge below 0 means that its limits become looser.
 * @throws if a gauge is below 0, or stays above 0
 */
export async function untilIdle({ registry, workGauges }: Metrics): Promise<void> {
  const metrics = registry.getMetricsAsArray() as unknown as readonly Metric[];
  const gauges = metrics.filter(({ name }) => workGauges.has(name));
  let shown = "";
  const isIdle = async () => {
    const values = await Promise.all(
      gauges.map(async (gauge) => ({ name: gauge.name, values: await readValues(gauge) })),
    );
    const busy = values.filter((gauge) => gauge.values.some((value) => value !== 0));
    shown = busy.map((gauge) => `${gauge.name} is ${gauge.values.join(", ")} with nothing under way`).join("; ");
    return busy.length === 0 || busy.some((gauge) => gauge.values.some((value) => value < 0));
  };
  await until(isIdle).catch((error: unknown) => {
    throw new Error(shown, { cause: error });
  });
  if (shown !== "") throw new Error(shown);
}

const readValues = async (gauge: Metric): Promise<readonly number[]> =>
  (await gauge.get()).values.map(({ value }) => value);
