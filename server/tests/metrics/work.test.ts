import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, createTestOrganization, defaultRateLimits, startServer, until } from "@parlance/testkit";
import { addHiddenEvent } from "./fixtures/actions/add-hidden-event.ts";
import { readFreshMetrics, readMetrics } from "./fixtures/read-metrics.ts";
import { EventStream } from "../../src/realtime/fixtures/event-stream-client.ts";
import { version } from "@parlance/kernel/base/version.ts";

const server = await startServer();

test("metrics name the release that runs", async () => {
  assert.equal((await readMetrics(server)).value("parlance_build_info", { version }), 1);
});

test("metrics count messages, their transactions, and events", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const before = await readMetrics(server);
  await hamlet.sendDirectMessage(othello);
  await hamlet.sendDirectMessage(othello);
  const after = await readMetrics(server);
  const grown = (name: string) => after.value(name) - before.value(name);
  assert.equal(grown("parlance_messages_sent_total"), 2);
  assert.ok(grown("parlance_events_committed_total") >= 2);
  assert.equal(grown("parlance_send_group_messages_count"), 2);
  assert.equal(grown("parlance_send_group_messages_sum"), 2);
});

test("metrics count uploaded files and their bytes", async () => {
  const { hamlet } = await createTestOrganization(server);
  const before = await readMetrics(server);
  await hamlet.callOrThrow("POST", "/user_uploads", { filename: new File(["To be"], "hamlet.txt") });
  const after = await readMetrics(server);
  assert.equal(after.value("parlance_uploads_total") - before.value("parlance_uploads_total"), 1);
  assert.equal(after.value("parlance_upload_bytes_total") - before.value("parlance_upload_bytes_total"), 5);
});

test("metrics tell waiting polls and event streams from other connections, and count event queues", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const [polled, streamed] = [await hamlet.registerQueue(), await othello.registerQueue()];
  const before = await readMetrics(server);
  const poll = polled.poll({ block: true });
  const stream = await EventStream.of(othello, streamed);
  await until(() => server.queues.size.waiting === 2);
  const during = await readMetrics(server);
  assert.equal(during.value("parlance_connections", { kind: "poll" }), 1);
  assert.equal(during.value("parlance_connections", { kind: "event_stream" }), 1);
  assert.ok(during.value("parlance_connections", { kind: "other" }) >= 1);
  assert.equal(during.value("parlance_event_queues") - before.value("parlance_event_queues"), 2);
  stream[Symbol.dispose]();
  await hamlet.sendDirectMessage(hamlet);
  await poll;
  await until(async () => (await readMetrics(server)).value("parlance_connections", { kind: "event_stream" }) === 0);
  assert.equal((await readMetrics(server)).value("parlance_connections", { kind: "poll" }), 0);
});

test("metrics show how fast events are delivered, and how far each organization's log was delivered", async () => {
  const { hamlet, othello, realmId } = await createTestOrganization(server);
  const client = await othello.registerQueue({ event_types: ["message"] });
  await client.poll();
  const before = await readMetrics(server);
  const poll = client.poll({ block: true });
  await hamlet.sendDirectMessage(othello);
  await poll;
  const after = await readMetrics(server);
  const organization = { organization: String(realmId) };
  const position = "parlance_event_log_position";
  assert.ok(after.value(position, organization) > before.value(position, organization));
  assert.ok(
    after.value("parlance_event_delivery_delay_seconds_count") >
      before.value("parlance_event_delivery_delay_seconds_count"),
  );
  assert.equal(after.value("parlance_event_log_backlog"), 0);
});

test("metrics count events that were not announced, such as those of commands", async () => {
  const { hamlet, realmId } = await createTestOrganization(server);
  const client = await hamlet.registerQueue();
  await client.poll();
  const lost = async () => (await readMetrics(server)).value("parlance_event_announcements_lost_total");
  const before = await lost();
  await addHiddenEvent(server.connection, realmId);
  await until(async () => (await lost()) > before);
});

test("metrics count the refused requests of each rate limit", async () => {
  const account = [{ seconds: 86_400, capacity: 2 }];
  const limited = await startServer({ rateLimits: { ...defaultRateLimits, account } }, { shared: false });
  const { hamlet } = await createTestOrganization(limited);
  const write = async () => (await hamlet.post("/users/me/status", { status_text: "busy" })).status;
  const refusals = async (limit: string) =>
    (await readMetrics(limited)).value("parlance_rate_limit_refusals_total", { limit });
  assert.deepEqual([await write(), await write(), await refusals("account")], [200, 200, 0]);
  assert.deepEqual([await write(), await refusals("account"), await refusals("address")], [429, 1, 0]);
});

test("metrics show the jobs that wait, how late the oldest is, and those that were run", async () => {
  const kind = "delete-files";
  const working = await startServer({}, { withJobs: true });
  for (const one of [server, working]) {
    const { hamlet } = await createTestOrganization(one);
    const { url } = await hamlet.callOrThrow("POST", "/user_uploads", { filename: new File(["To be"], "hamlet.txt") });
    const { attachments } = await hamlet.callOrThrow("GET", "/attachments");
    assert.ok(url.includes(String(attachments[0]?.path_id)));
    await hamlet.callOrThrow("DELETE", `/attachments/${attachments[0]?.id ?? 0}`);
  }
  const idle = await readFreshMetrics(server, clock);
  assert.equal(idle.value("parlance_jobs_waiting", { kind }), 1);
  assert.ok(idle.value("parlance_job_oldest_due_seconds", { kind }) > 0);
  const runs = async () =>
    (await readMetrics(working)).value("parlance_job_runs_total", { kind, outcome: "completed" });
  await until(async () => (await runs()) === 1);
  const done = await readFreshMetrics(working, clock);
  assert.ok(done.value("parlance_job_seconds_total", { kind }) > 0);
  assert.equal(done.value("parlance_jobs_waiting", { kind }), 0);
});

test("metrics show how many messages searches cannot find yet, and the age of the oldest", async () => {
  const indexing = await startServer({}, { withJobs: true });
  for (const one of [server, indexing]) {
    const { hamlet, othello } = await createTestOrganization(one);
    await hamlet.sendDirectMessage(othello);
  }
  const behind = await readFreshMetrics(server, clock);
  assert.ok(behind.value("parlance_search_unindexed_messages") >= 1);
  assert.ok(behind.value("parlance_search_oldest_unindexed_seconds") > 0);
  await until(async () => {
    const page = await readFreshMetrics(indexing, clock);
    assert.ok(page.has("parlance_search_unindexed_messages"));
    return page.value("parlance_search_unindexed_messages") === 0;
  });
  assert.equal((await readFreshMetrics(indexing, clock)).value("parlance_search_oldest_unindexed_seconds"), 0);
});

test("metrics show the organizations in memory, and how often message contents are cached", async () => {
  const before = await readMetrics(server);
  const { hamlet, othello } = await createTestOrganization(server);
  await hamlet.sendDirectMessage(othello);
  const fetchPage = () => othello.callOrThrow("GET", "/messages", { anchor: "newest", num_before: 1, num_after: 0 });
  await fetchPage();
  const first = await readMetrics(server);
  await fetchPage();
  const second = await readMetrics(server);
  assert.ok(first.value("parlance_snapshot_loads_total") > before.value("parlance_snapshot_loads_total"));
  assert.ok(first.value("parlance_snapshot_organizations") > before.value("parlance_snapshot_organizations"));
  assert.ok(first.value("parlance_snapshot_bytes") > before.value("parlance_snapshot_bytes"));
  const requests = "parlance_message_cache_requests_total";
  assert.ok(first.value(requests, { result: "miss" }) > before.value(requests, { result: "miss" }));
  assert.ok(second.value(requests, { result: "hit" }) > first.value(requests, { result: "hit" }));
  assert.ok(second.value("parlance_message_cache_bytes") > 0);
});
