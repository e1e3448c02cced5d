import { spawn, type ChildProcess } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reserveFreePorts } from "../../../testkit/servers/free-ports.ts";
import { until } from "../../../testkit/until.ts";
import { root } from "../../paths.ts";

/** An alert whose condition is met. */
export interface ActiveAlert {
  readonly name: string;
  /** The process that the alert is about. Undefined if it is about all processes. */
  readonly instance: string | undefined;
}

interface AlertsResponse {
  readonly data: { readonly alerts: readonly { readonly labels: Readonly<Record<string, string>> }[] };
}

interface TargetsResponse {
  readonly data: {
    readonly activeTargets: readonly { readonly labels: { readonly instance: string }; readonly health: string }[];
  };
}

/** A Prometheus with the alerts of this checkout. It scrapes and evaluates more often than usual. */
export class PrometheusProcess implements AsyncDisposable {
  readonly #folder: string;
  readonly #port: number;
  readonly #child: ChildProcess;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    const args = [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    this.#child = spawn("prometheus", args, { stdio: "ignore" });
  }

  static async start(): Promise<PrometheusProcess> {
    const folder = await mkdtemp(join(tmpdir(), "parlance-prometheus-"));
    await copyFile(join(root, "deploy", "prometheus", "alerts.yml"), join(folder, "alerts.yml"));
    await writeFile(join(folder, "targets.json"), "[]");
    // JSON is YAML as well.
    const config = {
      global: { scrape_interval: "3s", scrape_timeout: "3s", evaluation_interval: "2s" },
      rule_files: ["alerts.yml"],
      scrape_configs: [
        { job_name: "parlance", file_sd_configs: [{ files: ["targets.json"], refresh_interval: "1s" }] },
      ],
    };
    await writeFile(join(folder, "prometheus.yml"), JSON.stringify(config));
    const [port = 0] = await reserveFreePorts(1);
    const prometheus = new PrometheusProcess(folder, port);
    await until(() =>
      prometheus.#get("/-/ready").then(
        () => true,
        () => false,
      ),
    );
    return prometheus;
  }

  /** Scrapes only this process from now on, and waits until it has been scraped twice. */
  async watch(instance: string): Promise<void> {
    await writeFile(join(this.#folder, "targets.json"), JSON.stringify([{ targets: [instance] }]));
    await until(async () => {
      const { data } = (await (await this.#get("/api/v1/targets")).json()) as TargetsResponse;
      return data.activeTargets.some(({ labels, health }) => labels.instance === instance && health === "up");
    });
    const query = encodeURIComponent(`count_over_time(up{instance="${instance}"}[1m]) > 1`);
    await until(async () => {
      const response = await this.#get(`/api/v1/query?query=${query}`);
      return ((await response.json()) as { data: { result: readonly unknown[] } }).data.result.length > 0;
    });
  }

  /** Returns the alerts whose conditions are met, whether or not they have been met for long enough to fire. */
  async activeAlerts(): Promise<readonly ActiveAlert[]> {
    const { data } = (await (await this.#get("/api/v1/alerts")).json()) as AlertsResponse;
    return data.alerts.map(({ labels }) => ({ name: labels["alertname"] ?? "", instance: labels["instance"] }));
  }

  async #get(path: string): Promise<Response> {
    const response = await fetch(`http://127.0.0.1:${this.#port}${path}`);
    if (!response.ok) throw new Error(`Prometheus responded with ${response.status}`);
    return response;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.kill("SIGTERM");
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
  }
}
