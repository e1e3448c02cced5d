import assert from "node:assert/strict";
import { test } from "node:test";
import { type Service, ServiceList } from "./service-list.ts";

/** A service that records the calls of its methods. */
const recording = (name: string, log: string[], more: Service = {}): Service => ({
  start: () => void log.push(`start ${name}`),
  stop: async () => void log.push(`stop ${name}`),
  onCommit: () => void log.push(`commit ${name}`),
  ...more,
});

test("services are started in order and stopped in reverse order", async () => {
  const log: string[] = [];
  const services = new ServiceList();
  await services.start([recording("database", log), {}, recording("web", log)]);
  await services.stop();
  await services.stop();
  assert.deepEqual(log, ["start database", "start web", "stop web", "stop database"]);
});

test("when a start fails, the services up to it are stopped and no other is started", async () => {
  const log: string[] = [];
  const start = () => Promise.reject(new Error("the port is in use"));
  const started = new ServiceList().start([
    recording("database", log),
    recording("web", log, { start }),
    recording("jobs", log),
  ]);
  await assert.rejects(started, /the port is in use/);
  assert.deepEqual(log, ["start database", "stop web", "stop database"]);
});

test("services are notified of commits in their order, each as soon as its own start has begun", async () => {
  const log: string[] = [];
  const services = new ServiceList();
  await services.start([
    recording("queues", log),
    { start: () => services.onCommit([]) },
    recording("indexer", log, { start: () => services.onCommit([]) }),
    recording("notifier", log),
  ]);
  assert.deepEqual(log, ["start queues", "commit queues", "commit queues", "commit indexer", "start notifier"]);
});
