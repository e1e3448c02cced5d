// Slow: starts and kills several servers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";
import { TcpProxy } from "../../testkit/services/tcp-proxy.ts";
import { killInCluster } from "./kills/kill-in-cluster.ts";

const { rounds, seed } = randomRun({ rounds: 2, exploreRounds: 12 });

test("if one of several processes is killed with kill -9, clients behind a load balancer receive each event exactly once and in order", async () => {
  const { figures, problems } = await killInCluster({
    processes: 2,
    clients: 6,
    pauseMs: 200,
    rounds,
    seed,
    print: () => undefined,
    signal: new AbortController().signal,
    startProxy: (ports) => TcpProxy.start(ports.map((port) => ({ port, host: "127.0.0.1" }))),
  });
  assert.deepEqual(problems, []);
  assert.equal(figures["kills"], rounds);
  assert.ok(Number(figures["events received"]) > 100 * rounds, `there was load: ${JSON.stringify(figures)}`);
});
