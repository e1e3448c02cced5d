// Generates the table of metrics in docs/monitoring.md from their declarations.
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { systemClock } from "@parlance/kernel/base/clock.ts";
import { createMetrics } from "@parlance/kernel/base/metrics.ts";
import type { BodyBudget } from "@parlance/kernel/http/body-budget.ts";
import { registerHttpMetrics } from "@parlance/kernel/http/http-metrics.ts";
import type { ResponseBacklog } from "@parlance/kernel/http/response-backlog.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import { registerServerMetrics } from "@parlance/server/app/metrics/register-metrics.ts";
import { ServerMeasures } from "@parlance/server/app/metrics/server-measures.ts";
import type { MessageContentCache } from "@parlance/server/modules/messages/fetch/page/message-content-cache.ts";
import type { EventQueues } from "@parlance/server/realtime/queues/event-queues.ts";
import { loadDeclaredModules } from "./declared-modules.ts";
import { replaceTable } from "./generated-table.ts";
import { root } from "./paths.ts";

/** The declaration of a metric, as the library stores it. */
interface DeclaredMetric {
  readonly name: string;
  readonly help: string;
  readonly type?: string;
  readonly labelNames: readonly string[];
}

/** Returns the new content of docs/monitoring.md. */
export function createMetricsPage(): string {
  const rows = listMetrics().map(({ name, help, type = "histogram", labelNames }) => [
    `\`${name}\``,
    type,
    unitOf(name),
    labelNames
      .filter((label) => label !== "le")
      .map((label) => `\`${label}\``)
      .join(", "),
    help,
  ]);
  const page = readFileSync(join(root, "docs", "monitoring.md"), "utf8");
  return replaceTable(page, "metrics", [["Metric", "Type", "Unit", "Labels", "Meaning"], ...rows]);
}

/** Declares all metrics of a server. Their values cannot be read, because there is no server. */
function listMetrics(): readonly DeclaredMetric[] {
  const metrics = createMetrics({ ofProcess: false });
  const absent = {} as unknown;
  registerServerMetrics({
    metrics,
    db: absent as PostgresDatabase,
    queues: absent as EventQueues,
    snapshots: absent as OrganizationSnapshots,
    texts: absent as MessageContentCache,
    measures: new ServerMeasures(),
    https: { expirations: undefined },
    httpServer: () => absent as Server,
    clock: systemClock,
    dataDir: "",
  });
  registerHttpMetrics(metrics, absent as ResponseBacklog, absent as BodyBudget);
  loadDeclaredModules(metrics);
  const declared = metrics.registry.getMetricsAsArray() as unknown as readonly DeclaredMetric[];
  return declared.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns the unit of a metric, which is part of its name. */
function unitOf(name: string): string {
  const [, unit = ""] = /_(seconds|bytes)(?:_total)?$/.exec(name) ?? [];
  return unit;
}
