import assert from "node:assert/strict";
import { test } from "node:test";
import { ascending } from "@parlance/contract/state/list-operations.ts";
import {
  call,
  clock,
  newRealm,
  signsIn,
  startBeside,
  startServer,
  type Person,
  type TestRealm,
  until,
} from "@parlance/testkit";
import { sendLetter } from "#modules/platform/email/actions/enqueue-email.ts";
import { letter } from "#modules/platform/email/fixtures/email-fixture.ts";
import { EventStream } from "#realtime/fixtures/event-stream-client.ts";
import { required } from "#kernel/required.ts";
import { reactivateRealm } from "./actions/reactivate-realm.ts";

const first = await startServer();
const second = await startBeside(first);

const reactivate = ({ server, realmId }: TestRealm) =>
  server.db.write((tx) => reactivateRealm(tx, realmId, clock.now()));

const isLetIn = async (person: Person) => {
  const { status, msg } = await person.get("/users/me");
  if (status === 200) return true;
  assert.deepEqual([status, msg], [401, "This organization has been deactivated"]);
  return false;
};

test("who listens hears that the organization is deactivated, and nobody is let in any more, at any process", async () => {
  const { desdemona, hamlet, othello, bot, realmId } = await newRealm(first);
  const clients = [await hamlet.registers(), await othello.at(second).registers({ event_types: ["realm"] })];
  const polls = clients.map((client) => client.polls({ block: true }));
  await until(() => first.queues.size.waiting + second.queues.size.waiting >= 2);
  await desdemona.does("POST", "/realm/deactivate");
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

test("so do streams and browsers that are signed in, and who did not ask for it waits no longer", async () => {
  const { desdemona, hamlet, othello, iago } = await newRealm(first);
  const browser = await signsIn(first, iago);
  const streams = [
    await EventStream.of(hamlet, await hamlet.registers()),
    await EventStream.of(browser, await browser.registers({ event_types: ["realm"] })),
    await EventStream.of(othello, await othello.registers({ event_types: ["message"] })),
  ];
  const polls = [
    (await browser.registers({ event_types: ["realm"] })).polls({ block: true }),
    (await othello.at(second).registers({ event_types: ["message"] })).polls({ block: true }),
  ];
  for (const stream of streams) assert.deepEqual(await stream.nextBlock(), {});
  await until(() => first.queues.size.waiting + second.queues.size.waiting >= 5);
  await desdemona.does("POST", "/realm/deactivate");
  const ops = (await Promise.all(polls)).map((events) => events.map(({ op }) => op));
  assert.deepEqual(ops, [["deactivated"], []]);
  for (const expected of ["deactivated", "deactivated", undefined]) {
    using stream = required(streams.shift());
    assert.equal((await stream.next())?.op, expected);
    assert.equal(await stream.next(), undefined, "and then the stream ends");
  }
});

test("a browser's poll receives the event also where its process first finds that its queue is deleted", async () => {
  const { desdemona, iago } = await newRealm(first);
  const browser = await signsIn(first, iago);
  const poll = (await browser.registers({ event_types: ["realm"] })).polls({ block: true });
  await until(() => first.queues.size.waiting > 0);
  // This process announces nothing: others find what it wrote when they look.
  const silent = await startBeside(first, {}, { shared: false });
  await desdemona.at(silent).does("POST", "/realm/deactivate");
  await first.queues.keeper.round();
  assert.deepEqual(
    (await poll).map(({ op }) => op),
    ["deactivated"],
  );
});

test("an organization that comes back is as it was, to clients that register anew, and owners find both in the log", async () => {
  const realm = await newRealm(first);
  const { desdemona, hamlet, othello, realmId } = realm;
  await hamlet.writesTo(othello, { content: "The rest is silence" });
  const client = await othello.registers();
  const browser = await signsIn(first, hamlet);
  const isSignedIn = async () => (await browser.get("/users/me")).status === 200;
  assert.ok(await isSignedIn());
  await desdemona.does("POST", "/realm/deactivate");
  await reactivate(realm);
  assert.ok(!(await isSignedIn()));
  for (const server of [first, second]) {
    assert.ok(await isLetIn(hamlet.at(server)));
    const poll = { queue_id: client.queueId, last_event_id: client.lastEventId, dont_block: true };
    assert.equal((await othello.at(server).get("/events", poll)).code, "BAD_EVENT_QUEUE_ID");
  }
  const { state } = await othello.registers();
  assert.deepEqual(
    state.realm_users.map(({ user_id: id }) => id),
    client.state.realm_users.map(({ user_id: id }) => id),
  );
  assert.equal(state.unread_msgs.count, 1);

  const { entries } = await desdemona.does("GET", "/audit_log", { target_type: "realm" });
  const acts = entries.map(({ act, actor_id: actor, target_id: target }) => [act, actor, target]);
  assert.deepEqual(acts, [
    ["realm.reactivated", null, realmId],
    ["realm.deactivated", desdemona.id, realmId],
  ]);
});

test("who was signing in while the organization was deactivated does not come in when it is back", async () => {
  const realm = await newRealm(first);
  await realm.desdemona.does("POST", "/realm/deactivate");
  // The password was checked before, and the session begins only now.
  const late = await signsIn(first, realm.hamlet);
  assert.equal(await isLetIn(realm.hamlet), false);
  await reactivate(realm);
  assert.equal((await late.get("/users/me")).status, 401);
  assert.equal(await isLetIn(realm.hamlet), true);
});

test("of two owners who deactivate the organization at once, one does", async () => {
  const { desdemona, iago } = await newRealm(first);
  await desdemona.does("PATCH", `/users/${iago.id}`, { role: 100 });
  const answers = await Promise.all([desdemona, iago.at(second)].map((one) => one.post("/realm/deactivate")));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(ascending), [200, 401]);
});

test("letters that wait are thrown away, and the owners get one", async () => {
  const { desdemona, hamlet, realmId, host } = await newRealm(first);
  const realm = { id: realmId, url: `http://${host}` };
  const to = { address: hamlet.email, name: "" };
  await first.db.write((tx) => sendLetter(tx, { realm, to, letter, now: clock.now() }));
  await desdemona.does("POST", "/realm/deactivate");
  const letters = await first.db.reader
    .selectFrom("mail")
    .select(["to_address", "kind", "subject", "body_text"])
    .where("realm_id", "=", realmId)
    .orderBy("id")
    .execute();
  assert.deepEqual(
    letters.map((one) => [one.to_address, one.kind, one.subject]),
    [[desdemona.email, "organization_deactivated", "Shakespeare was deactivated"]],
  );
  assert.match(letters[0]?.body_text ?? "", /You\s+deactivated\s+Shakespeare/);
});

test("who has no account is kept out of an organization that is deactivated, but learns what it is called", async () => {
  const { desdemona, hamlet, host } = await newRealm(first);
  await desdemona.does("PATCH", "/realm", { enable_spectator_access: true });
  await desdemona.creates("web", [hamlet], { is_web_public: true });
  const message = await hamlet.writes("web");
  const asks = (method: string, path: string) => call({ port: second.port, host }, { method, path });
  const paths = [
    ["POST", "/register"],
    ["GET", `/messages/${message}`],
  ] as const;
  for (const [method, path] of paths) assert.equal((await asks(method, path)).status, 200);
  await desdemona.does("POST", "/realm/deactivate");
  for (const [method, path] of paths) assert.equal((await asks(method, path)).status, 401);
  assert.equal((await asks("GET", "/server_settings")).body["realm_name"], "Shakespeare");
});
