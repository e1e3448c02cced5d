import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Metrics } from "@parlance/kernel/base/metrics.ts";
import { createMetricsResponse } from "@parlance/kernel/http/metrics-response.ts";
import { type ListenAddress, metricsAddressNames } from "../config/metrics-settings.ts";
import { toListenError } from "../listen-address.ts";

/** Maximum number of connections. A few programs collect metrics, each with one connection. */
const MAX_CONNECTIONS = 100;

/** Serves the metrics on an address of their own. */
export class MetricsServer {
  readonly #address: ListenAddress;
  readonly #server: Server;

  constructor(address: ListenAddress, metrics: Metrics, token: string | undefined) {
    this.#address = address;
    this.#server = createServer(({ method, url, headers }, response) => {
      if (url !== "/metrics" || method !== "GET") return response.writeHead(404).end();
      void createMetricsResponse(metrics, token, headers.authorization).then(
        ({ status, contentType, body, headers: more }) =>
          response.writeHead(status, { "content-type": contentType, ...more }).end(body),
        () => response.writeHead(500).end(),
      );
    });
    this.#server.maxConnections = MAX_CONNECTIONS;
  }

  /** @throws ListenError */
  async start(): Promise<void> {
    this.#server.listen(this.#address);
    await once(this.#server, "listening").catch((error: unknown) => {
      throw toListenError(error, { ...this.#address, ...metricsAddressNames });
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
