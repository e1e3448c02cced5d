import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createTestOrganization, startServer, type TestUser, until } from "@parlance/testkit";
import { FakeBrowser, PushService } from "../../src/modules/notifications/browser-push/fixtures/push-service.ts";
import { Phone, TestRelay } from "../../src/modules/notifications/push-devices/fixtures/test-relay.ts";
import { readMetrics } from "./fixtures/read-metrics.ts";

const service = new PushService();
await service.open();
after(() => service[Symbol.asyncDispose]());
const relay = await TestRelay.start();
after(() => relay[Symbol.asyncDispose]());
const server = await startServer(
  { linkPreviewInternalHosts: [service.host], pushRelayUrl: relay.url },
  { withJobs: true },
);

const attempts = async (transport: string, outcome: string) =>
  (await readMetrics(server)).value("parlance_push_total", { transport, outcome });
const relayRequests = async (outcome: string) =>
  (await readMetrics(server)).value("parlance_push_relay_requests_total", { outcome });

const openBrowser = (person: TestUser, path: string) =>
  person.callOrThrow("POST", "/users/me/browser_push", {
    endpoint: `http://${service.host}${path}`,
    ...new FakeBrowser().keys,
  });

/** Registers a phone for a user, and waits until the relay has accepted it. */
async function addPhone(person: TestUser, name: string): Promise<void> {
  const client = await person.registerQueue({ event_types: ["push_device"] });
  await person.callOrThrow("POST", "/mobile_push/register", new Phone(name).registration(relay, "fcm"));
  for (;;) {
    const events = await client.poll({ block: true });
    if (events.some((event) => event.type === "push_device" && event.status === "active")) return;
  }
}

test("metrics count notifications that browsers were sent, and those that a push service did not accept", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  await openBrowser(othello, "/push/othello");
  await hamlet.sendDirectMessage(othello);
  await until(async () => (await attempts("browser", "sent")) === 1);
  service.answers.set("/push/othello", 503);
  await hamlet.sendDirectMessage(othello);
  await until(async () => (await attempts("browser", "postponed")) === 1);
  service.answers.set("/push/othello", 410);
  await hamlet.sendDirectMessage(othello);
  await until(async () => (await attempts("browser", "failed")) === 1);
});

test("metrics count notifications that phones were sent, and requests that the push relay did not answer", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  await addPhone(othello, "1");
  assert.ok((await relayRequests("fulfilled")) >= 1);
  const away = await relayRequests("away");
  await hamlet.sendDirectMessage(othello);
  await until(async () => (await attempts("phone", "sent")) === 1);
  relay.refusals.push("silent");
  await hamlet.sendDirectMessage(othello);
  await until(async () => (await attempts("phone", "postponed")) === 1);
  assert.equal(await relayRequests("away"), away + 1);
});

test("metrics show the jobs that are running, such as one that waits for the push relay", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  await addPhone(othello, "2");
  const running = async () => (await readMetrics(server)).value("parlance_jobs_running", { kind: "tell-phones" });
  const { promise, resolve } = Promise.withResolvers<void>();
  relay.responseDelay = promise;
  await hamlet.sendDirectMessage(othello);
  await until(async () => (await running()) === 1);
  resolve();
  relay.responseDelay = null;
  await until(async () => (await running()) === 0);
});
