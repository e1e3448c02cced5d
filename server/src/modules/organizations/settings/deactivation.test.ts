import assert from "node:assert/strict";
import { test } from "node:test";
import { ascending } from "@parlance/contract/state/list-operations.ts";
import {
  call,
  clock,
  createTestOrganization,
  signInWithSession,
  startServerBeside,
  startServer,
  type TestUser,
  type TestOrganization,
  until,
} from "@parlance/testkit";
import { enqueueEmail } from "#modules/platform/email/actions/enqueue-email.ts";
import { sampleEmail } from "#modules/platform/email/fixtures/email-fixture.ts";
import { EventStream } from "#realtime/fixtures/event-stream-client.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { reactivateRealm } from "./actions/reactivate-realm.ts";

const first = await startServer();
const second = await startServerBeside(first);

const reactivate = ({ server, realmId }: TestOrganization) =>
  server.db.write((tx) => reactivateRealm(tx, realmId, clock.now()));

const isLetIn = async (person: TestUser) => {
  const { status, msg } = await person.get("/users/me");
  if (status === 200) return true;
  assert.deepEqual([status, msg], [401, "This organization has been deactivated"]);
  return false;
};

test("waiting clients receive the deactivation; afterwards, every process rejects all requests", async () => {
  const { desdemona, hamlet, othello, bot, realmId } = await createTestOrganization(first);
  const clients = [await hamlet.registerQueue(), await othello.at(second).registerQueue({ event_types: ["realm"] })];
  const polls = clients.map((client) => client.poll({ block: true }));
  await until(() => first.queues.size.waiting + second.queues.size.waiting >= 2);
  await desdemona.callOrThrow("POST", "/realm/deactivate");
  for (const events of await Promise.all(polls)) {
    assert.deepEqual(
      events.map(({ id: _, ...event }) => event),
      [{ type: "realm", op: "deactivated", realm_id: realmId }],
    );
  }
  for (const person of [desdemona, hamlet, bot]) {
    assert.equal(await isLetIn(person), false);
    assert.equal(await isLetIn(person.at(second)), false);
  }
  const { status, msg } = await hamlet.get("/events", { queue_id: clients[0]?.queueId ?? "", last_event_id: -1 });
  assert.deepEqual([status, msg], [401, "This organization has been deactivated"]);
});

test("event streams and browser sessions receive the deactivation too, and polls for other events end", async () => {
  const { desdemona, hamlet, othello, iago } = await createTestOrganization(first);
  const browser = await signInWithSession(first, iago);
  const streams = [
    await EventStream.of(hamlet, await hamlet.registerQueue()),
    await EventStream.of(browser, await browser.registerQueue({ event_types: ["realm"] })),
    await EventStream.of(othello, await othello.registerQueue({ event_types: ["message"] })),
  ];
  const polls = [
    (await browser.registerQueue({ event_types: ["realm"] })).poll({ block: true }),
    (await othello.at(second).registerQueue({ event_types: ["message"] })).poll({ block: true }),
  ];
  for (const stream of streams) assert.deepEqual(await stream.nextBlock(), {});
  await until(() => first.queues.size.waiting + second.queues.size.waiting >= 5);
  await desdemona.callOrThrow("POST", "/realm/deactivate");
  const ops = (await Promise.all(polls)).map((events) => events.map(({ op }) => op));
  assert.deepEqual(ops, [["deactivated"], []]);
  for (const expected of ["deactivated", "deactivated", undefined]) {
    using stream = required(streams.shift());
    assert.equal((await stream.next())?.op, expected);
    assert.equal(await stream.next(), undefined, "and then the stream ends");
  }
});

test("a browser's poll receives the event even if its process first notices the deletion of its queue", async () => {
  const { desdemona, iago } = await createTestOrganization(first);
  const browser = await signInWithSession(first, iago);
  const poll = (await browser.registerQueue({ event_types: ["realm"] })).poll({ block: true });
  await until(() => first.queues.size.waiting > 0);
  // This process sends no database notifications, so other processes find its changes only by polling.
  const silent = await startServerBeside(first, {}, { shared: false });
  await desdemona.at(silent).callOrThrow("POST", "/realm/deactivate");
  await first.queues.persister.runRound();
  assert.deepEqual(
    (await poll).map(({ op }) => op),
    ["deactivated"],
  );
});

test("a reactivated organization is unchanged for clients that register again, and the audit log contains the deactivation and the reactivation", async () => {
  const realm = await createTestOrganization(first);
  const { desdemona, hamlet, othello, realmId } = realm;
  await hamlet.sendDirectMessage(othello, { content: "The rest is silence" });
  const client = await othello.registerQueue();
  const browser = await signInWithSession(first, hamlet);
  const isSignedIn = async () => (await browser.get("/users/me")).status === 200;
  assert.ok(await isSignedIn());
  await desdemona.callOrThrow("POST", "/realm/deactivate");
  await reactivate(realm);
  assert.ok(!(await isSignedIn()));
  for (const server of [first, second]) {
    assert.ok(await isLetIn(hamlet.at(server)));
    const poll = { queue_id: client.queueId, last_event_id: client.lastEventId, dont_block: true };
    assert.equal((await othello.at(server).get("/events", poll)).code, "BAD_EVENT_QUEUE_ID");
  }
  const { state } = await othello.registerQueue();
  assert.deepEqual(
    state.realm_users.map(({ user_id: id }) => id),
    client.state.realm_users.map(({ user_id: id }) => id),
  );
  assert.equal(state.unread_msgs.count, 1);

  const { entries } = await desdemona.callOrThrow("GET", "/audit_log", { target_type: "realm" });
  const acts = entries.map(({ act, actor_id: actor, target_id: target }) => [act, actor, target]);
  assert.deepEqual(acts, [
    ["realm.reactivated", null, realmId],
    ["realm.deactivated", desdemona.id, realmId],
  ]);
});

test("a login that was in progress during the deactivation is not valid after the reactivation", async () => {
  const realm = await createTestOrganization(first);
  await realm.desdemona.callOrThrow("POST", "/realm/deactivate");
  // As if the password had been checked before the deactivation: the session is created only now.
  const late = await signInWithSession(first, realm.hamlet);
  assert.equal(await isLetIn(realm.hamlet), false);
  await reactivate(realm);
  assert.equal((await late.get("/users/me")).status, 401);
  assert.equal(await isLetIn(realm.hamlet), true);
});

test("if two owners deactivate the organization at the same time, only one succeeds", async () => {
  const { desdemona, iago } = await createTestOrganization(first);
  await desdemona.callOrThrow("PATCH", `/users/${iago.id}`, { role: 100 });
  const answers = await Promise.all([desdemona, iago.at(second)].map((one) => one.post("/realm/deactivate")));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(ascending), [200, 401]);
});

test("when an organization is deactivated, pending emails are discarded, and each owner gets one email", async () => {
  const { desdemona, hamlet, realmId, host } = await createTestOrganization(first);
  const realm = { id: realmId, url: `http://${host}` };
  const to = { address: hamlet.email, name: "" };
  await first.db.write((tx) => enqueueEmail(tx, { realm, to, email: sampleEmail, now: clock.now() }));
  await desdemona.callOrThrow("POST", "/realm/deactivate");
  const emails = await first.db.reader
    .selectFrom("mail")
    .select(["to_address", "kind", "subject", "body_text"])
    .where("realm_id", "=", realmId)
    .orderBy("id")
    .execute();
  assert.deepEqual(
    emails.map((one) => [one.to_address, one.kind, one.subject]),
    [[desdemona.email, "organization_deactivated", "Shakespeare was deactivated"]],
  );
  assert.match(emails[0]?.body_text ?? "", /You\s+deactivated\s+Shakespeare/);
});

test("visitors without an account cannot access a deactivated organization, but can see its name", async () => {
  const { desdemona, hamlet, host } = await createTestOrganization(first);
  await desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
  await desdemona.createChannel("web", [hamlet], { is_web_public: true });
  const message = await hamlet.sendToChannel("web");
  const callSecond = (method: string, path: string) => call({ port: second.port, host }, { method, path });
  const paths = [
    ["POST", "/register"],
    ["GET", `/messages/${message}`],
  ] as const;
  for (const [method, path] of paths) assert.equal((await callSecond(method, path)).status, 200);
  await desdemona.callOrThrow("POST", "/realm/deactivate");
  for (const [method, path] of paths) assert.equal((await callSecond(method, path)).status, 401);
  assert.equal((await callSecond("GET", "/server_settings")).body["realm_name"], "Shakespeare");
});
