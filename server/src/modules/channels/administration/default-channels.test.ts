import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestUser, createTestOrganization, watchEvents, type ReceivedEvent } from "@parlance/testkit";
import { setOperatorRights } from "#modules/users/accounts/actions/set-operator-rights.ts";

const lists = (events: readonly ReceivedEvent[] | undefined) => events?.map((event) => event.default_streams);

test("new users are subscribed to the channels that administrators have made default channels", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, polonius, server, realmId } = realm;
  const [a, b] = [await hamlet.createChannel("a", [hamlet, polonius]), await hamlet.createChannel("b", [])];
  const [member, guest] = await watchEvents([hamlet, polonius], async () => {
    await iago.callOrThrow("POST", "/default_streams", { stream_id: b });
    await iago.callOrThrow("POST", "/default_streams", { stream_id: a });
    await iago.callOrThrow("POST", "/default_streams", { stream_id: a });
    await iago.callOrThrow("DELETE", "/default_streams", { stream_id: b });
    await iago.callOrThrow("DELETE", "/default_streams", { stream_id: b });
  });
  assert.deepEqual(lists(member), [[b], [a, b], [a]]);
  assert.deepEqual(lists(guest), []);
  const { streams } = await hamlet.callOrThrow("GET", "/streams", { include_default: true });
  assert.deepEqual(
    streams.filter(({ is_default }) => is_default).map(({ name }) => name),
    ["a"],
  );
  await server.db.write((tx) => setOperatorRights(tx, iago.id, { canCreateUsers: true }));
  const newcomer = await iago.callOrThrow("POST", "/users", {
    email: `osric@${realm.host}`,
    full_name: "Osric",
    password: "a very palpable hit",
  });
  const { subscribers } = await iago.get(`/streams/${a}/members`);
  assert.deepEqual(
    subscribers,
    [hamlet.id, polonius.id, newcomer.user_id].toSorted((one, other) => one - other),
  );
  const acts = await server.db.reader
    .selectFrom("audit_log")
    .select(["act", "actor_id", "target_id", "after"])
    .where("realm_id", "=", realmId)
    .where("target_type", "=", "channel")
    .orderBy("id")
    .execute();
  assert.deepEqual(
    acts.map(({ act, actor_id, target_id, after }) => [act, actor_id, target_id, after]),
    [
      ["channel.changed", iago.id, b, { is_default: true }],
      ["channel.changed", iago.id, a, { is_default: true }],
      ["channel.changed", iago.id, b, { is_default: false }],
    ],
  );
});

test("only administrators can make a channel a default channel, and it must be a public channel of their organization", async () => {
  const realm = await createTestOrganization();
  const { iago, shiva, hamlet, polonius } = realm;
  const elsewhere = await createTestOrganization();
  const open = await hamlet.createChannel("open");
  const secret = await hamlet.createChannel("secret", [hamlet], { invite_only: true });
  const archived = await hamlet.createChannel("archived");
  await hamlet.callOrThrow("DELETE", `/streams/${archived}`);
  const foreign = await elsewhere.hamlet.createChannel("foreign");
  const owner = await createTestUser(realm, { name: "fortinbras", fullName: "Fortinbras", role: 100 });
  const [events] = await watchEvents([hamlet], async () => {
    for (const person of [shiva, hamlet, polonius]) {
      for (const { status, code, msg } of [
        await person.post("/default_streams", { stream_id: open }),
        await person.delete("/default_streams", { stream_id: open }),
      ]) {
        assert.deepEqual([status, code, msg], [400, "UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"]);
      }
    }
    for (const stream_id of [archived, foreign, 2 ** 31 - 1]) {
      assert.equal((await iago.post("/default_streams", { stream_id })).msg, "Invalid channel ID");
      assert.equal((await iago.delete("/default_streams", { stream_id })).msg, "Invalid channel ID");
    }
    const refused = await owner.post("/default_streams", { stream_id: secret });
    assert.deepEqual([refused.status, refused.msg], [400, "Private channels cannot be made default."]);
    assert.equal((await iago.call("POST", "/default_streams", {})).msg, "Missing 'stream_id' argument");
  });
  assert.deepEqual(events, []);
});
