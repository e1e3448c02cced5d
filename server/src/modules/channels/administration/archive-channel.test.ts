import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ALL_CAPABILITIES,
  assertSameState,
  createTestOrganization,
  watchEvents,
  type Parameters,
  type TestUser,
} from "@parlance/testkit";

/** Registers a client that does not support archived channels. */
const oldClient = (person: TestUser) =>
  person.registerQueue({ client_capabilities: { ...ALL_CAPABILITIES, archived_channels: false } });

async function sameForOldClients(
  people: readonly TestUser[],
  act: () => Promise<unknown>,
  untold: readonly string[] = [],
) {
  const before = await Promise.all(people.map(oldClient));
  await act();
  return Promise.all(
    before.map(async (client) => {
      const after = await oldClient(client.user);
      const events = await client.eventsUpTo(after.lastEventId);
      const hidden = Object.fromEntries(untold.map((name) => [name, undefined]));
      assertSameState(client.user.fullName, { ...client.state, ...hidden }, events, { ...after.state, ...hidden });
      return events.filter(({ type }) => type !== "message").map(({ type, op }) => `${type} ${op}`);
    }),
  );
}

test("an archived channel can be read and restored, but accepts no messages and is no longer a default channel", async () => {
  const { iago, hamlet, cordelia, polonius } = await createTestOrganization();
  const id = await iago.createChannel("stage", [iago, hamlet, polonius], { is_default_stream: true });
  const message = await hamlet.sendToChannel(id);
  const [toHamlet, toCordelia] = await watchEvents([hamlet, cordelia, polonius, iago], () =>
    iago.callOrThrow("DELETE", `/streams/${id}`),
  );
  const propertyEvents = toHamlet
    ?.filter(({ type }) => type !== "message")
    .map(({ type, property, value }) => [type, property, value]);
  assert.deepEqual(propertyEvents, [
    ["stream", "is_archived", true],
    ["default_streams", undefined, undefined],
  ]);
  assert.equal(toCordelia?.length, 2);
  assert.equal(
    (await hamlet.post("/messages", { type: "channel", to: id, topic: "t", content: "x" })).msg,
    "Not authorized to send to channel 'stage'",
  );
  assert.equal((await hamlet.get(`/messages/${message}`)).status, 200);
  const again = await iago.delete(`/streams/${id}`);
  assert.deepEqual([again.status, again.code, again.msg], [400, "BAD_REQUEST", "Channel is already deactivated"]);

  await iago.callOrThrow("PATCH", `/streams/${id}`, { is_archived: true });
  await watchEvents([hamlet, cordelia, polonius], () =>
    iago.callOrThrow("PATCH", `/streams/${id}`, { is_archived: false }),
  );
  await hamlet.sendToChannel(id);
  const once = await iago.patch(`/streams/${id}`, { is_archived: false });
  assert.deepEqual([once.status, once.msg], [400, "Channel is not currently deactivated"]);
});

test("for clients without support for archived channels, archiving deletes the channel, and restoring it adds it with its subscribers and settings", async () => {
  const { iago, hamlet, cordelia, polonius } = await createTestOrganization();
  const id = await iago.createChannel("stage", [iago, hamlet, polonius]);
  const people = [hamlet, cordelia, polonius];
  const gone = await sameForOldClients(people, () => iago.callOrThrow("DELETE", `/streams/${id}`));
  assert.deepEqual(gone, [["stream delete"], ["stream delete"], ["stream delete"]]);
  // The state of unread messages differs, because no event lists the unread messages of a restored channel.
  const restore = () => iago.callOrThrow("PATCH", `/streams/${id}`, { is_archived: false });
  const back = await sameForOldClients(people, restore, ["unread_msgs"]);
  assert.deepEqual(back, [
    ["stream create", "subscription add"],
    ["stream create", "subscription peer_add"],
    ["stream create", "subscription add"],
  ]);
});

test("only users who administer a channel can archive it, and a private channel can be restored only if it has a subscriber", async () => {
  const { iago, hamlet, cordelia, polonius } = await createTestOrganization();
  const id = await hamlet.createChannel("wings", [hamlet, polonius], { invite_only: true });
  assert.equal((await cordelia.delete(`/streams/${id}`)).msg, "Invalid channel ID");
  assert.equal((await polonius.delete(`/streams/${id}`)).msg, "You do not have permission to administer this channel.");
  await hamlet.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["wings"], principals: [hamlet.id] });
  await iago.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["wings"], principals: [polonius.id] });
  await iago.callOrThrow("DELETE", `/streams/${id}`);
  const answer = await iago.patch(`/streams/${id}`, { is_archived: false });
  assert.equal(answer.msg, "Channel is private and have no subscribers");
});

test("an archived channel that is made a default channel becomes one when it is restored", async () => {
  const { desdemona, hamlet, polonius } = await createTestOrganization();
  const id = await desdemona.createChannel("stage", []);
  await desdemona.callOrThrow("DELETE", `/streams/${id}`);
  const lists = async (change: Parameters) => {
    const received = await watchEvents([hamlet, polonius], () =>
      desdemona.callOrThrow("PATCH", `/streams/${id}`, change),
    );
    return received.map((events) => events.flatMap((event) => event["default_streams"] ?? []));
  };
  assert.deepEqual(await lists({ is_default_stream: true }), [[], []]);
  assert.deepEqual(await lists({ is_archived: false }), [[id], []]);
});
