import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ServerProcess } from "../../testkit/servers/server-process.ts";
import { root } from "../paths.ts";
import type { Drill, DrillContext } from "./drill.ts";

/** The parts of the dashboard that are checked. */
interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
}

export const monitoring: Drill = {
  name: "monitoring",
  about: "Prometheus accepts the metrics, the alerts and the dashboard's queries, and each alert fires when it should",
  needs: [{ command: "promtool", debianPackage: "prometheus" }],
  minutes: 1,
  run,
};

async function run({ folder, print }: DrillContext): Promise<readonly string[]> {
  const prometheus = join(root, "deploy", "prometheus");
  const queries = join(folder, "dashboard-queries.yml");
  await writeFile(queries, await collectDashboardQueries());
  const problems = [
    ...promtool(["check", "rules", join(prometheus, "alerts.yml")]),
    ...promtool(["test", "rules", join(prometheus, "alerts.test.yml")]),
    ...promtool(["check", "rules", queries]),
    ...promtool(["check", "metrics"], await fetchMetrics()),
  ];
  print(`checked the metrics, the alerts and the dashboard; problems: ${problems.length}`);
  return problems;
}

/** Runs promtool. Returns its output if it has failed. */
function promtool(args: readonly string[], input = ""): readonly string[] {
  const { status, stdout, stderr } = spawnSync("promtool", args, { input, encoding: "utf8" });
  return status === 0 ? [] : [`promtool ${args.join(" ")} failed:\n${stdout}${stderr}`];
}

/** Returns the queries of the dashboard as rules, so that promtool can check their syntax. */
async function collectDashboardQueries(): Promise<string> {
  const { panels } = JSON.parse(await readFile(join(root, "deploy", "grafana", "parlance.json"), "utf8")) as Dashboard;
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const rules = queries.map((query, index) => {
    const expr = query
      .replaceAll("$__rate_interval", "5m")
      .replaceAll("$job", "parlance")
      .replaceAll("$instance", ".*");
    return { record: `dashboard:query_${index}`, expr };
  });
  // JSON is YAML as well.
  return JSON.stringify({ groups: [{ name: "dashboard", rules }] });
}

/** Returns the metrics of a running server, without those of Node, whose names the library chooses. */
async function fetchMetrics(): Promise<string> {
  await using server = await ServerProcess.start();
  const response = await fetch(`http://127.0.0.1:${server.port}/metrics`);
  const metrics = (await response.text()).split("\n\n");
  return `${metrics.filter((metric) => /^# HELP (parlance|http)_/.test(metric)).join("\n\n")}\n`;
}
