import { spawnSync } from "node:child_process";
import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ServerProcess } from "../../../testkit/servers/server-process.ts";
import { root } from "../../paths.ts";

/** Time between the two recordings of the metrics, in milliseconds. */
const RECORDING_MS = 20_000;
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/**
 * Records the metrics of an idle server, continues them for an hour, and returns a problem if an alert fires
 * within this hour.
 */
export async function simulateQuietHour(folder: string): Promise<readonly string[]> {
  await using server = await ServerProcess.start();
  const first = await readSamples(server.port);
  await sleep(RECORDING_MS);
  const second = await readSamples(server.port);
  const series = Array.from(second, ([name, value]) => {
    const perMinute = ((value - (first.get(name) ?? value)) * MINUTE_MS) / RECORDING_MS;
    return { series: name, values: `${value}+${Math.max(0, perMinute)}x${HOUR_MINUTES}` };
  });
  const minutes = Array.from({ length: HOUR_MINUTES / 5 }, (_, index) => 5 * (index + 1));
  const test = {
    name: "a quiet hour",
    interval: "1m",
    input_series: [{ series: 'up{instance="a:9800", job="parlance"}', values: `1x${HOUR_MINUTES}` }, ...series],
    promql_expr_test: minutes.map((minute) => ({ expr: 'ALERTS{alertstate="firing"}', eval_time: `${minute}m` })),
  };
  const [rules, file] = [join(folder, "alerts.yml"), join(folder, "quiet-hour.yml")];
  await copyFile(join(root, "deploy", "prometheus", "alerts.yml"), rules);
  // JSON is YAML as well.
  await writeFile(file, JSON.stringify({ rule_files: [rules], evaluation_interval: "1m", tests: [test] }));
  const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", file], { encoding: "utf8" });
  return status === 0 ? [] : [`alerts fired in a quiet hour:\n${stdout}${stderr}`];
}

/** Reads the metrics of a server. The keys are names with labels, as in a test of rules. */
async function readSamples(port: number): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const samples = new Map<string, number>();
  for (const line of text.split("\n")) {
    const [, name = "", labels = "", value = ""] = /^([a-z_]\w*)(?:\{(.*)\})? ([\d.e+-]+)$/.exec(line) ?? [];
    const all = ['instance="a:9800"', 'job="parlance"', ...(labels === "" ? [] : [labels])].join(", ");
    if (name !== "") samples.set(`${name}{${all}}`, Number(value));
  }
  return samples;
}
