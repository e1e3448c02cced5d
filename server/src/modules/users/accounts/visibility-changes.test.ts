import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message } from "@parlance/contract/entities/message.ts";
import type { Role } from "@parlance/contract/entities/roles.ts";
import { type TestUser, testServer, watchEvents } from "@parlance/testkit";
import {
  setGuestVisibility,
  realmWithLimitedGuests,
  NEEDS_PLACEHOLDERS,
} from "./fixtures/realm-with-limited-guests.ts";

await testServer();

type Events =
  | { readonly type: string; readonly op?: string | undefined; readonly person?: { user_id: number } | undefined }[]
  | undefined;

const outlines = (events: Events) => events?.map(({ type, op }) => (op ? `${type}/${op}` : type));

const ascending = (a: number, b: number) => a - b;

/** Returns the ids of the users in the events with this `op`, in ascending order. */
const about = (events: Events, op: string) =>
  events
    ?.filter((event) => event.type === "realm_user" && event.op === op)
    .map(({ person }) => person?.user_id ?? 0)
    .toSorted(ascending);

const idsOf = (...people: TestUser[]) => people.map(({ id }) => id).toSorted(ascending);

for (const [clients, as] of [
  ["that do not need placeholders", {}],
  ["that need placeholders", NEEDS_PLACEHOLDERS],
] as const) {
  test(`guests' clients ${clients} receive the deactivation and reactivation of the users they can see`, async () => {
    const { desdemona, iago, polonius, shiva, othello, cordelia } = await realmWithLimitedGuests();
    await othello.createChannel("elsinore", [polonius, othello]);
    await cordelia.sendDirectMessage(polonius);
    // Polonius cannot see Shiva; he shares a channel with Othello; Cordelia has sent him a message.
    await shiva.createChannel("public", [shiva]);
    const users = [shiva, othello, cordelia];
    for (const [index, person] of users.entries()) {
      await desdemona.callOrThrow("POST", "/user_groups/create", {
        name: `g${index}`,
        description: "",
        members: [person.id],
      });
    }
    const own = { direct_members: users.map(({ id }) => id), direct_subgroups: [] };
    await desdemona.callOrThrow("PATCH", "/realm", { can_create_groups: { new: own } });

    const leaves = (person: TestUser) =>
      watchEvents([polonius, iago], () => iago.callOrThrow("DELETE", `/users/${person.id}`), as);
    const returns = (person: TestUser) =>
      watchEvents([polonius, iago], () => iago.callOrThrow("POST", `/users/${person.id}/reactivate`), as);

    for (const person of users) {
      const [away] = await leaves(person);
      assert.deepEqual(about(away, "update"), person === cordelia ? idsOf(cordelia) : []);
      assert.deepEqual(about(away, "remove"), person === othello ? idsOf(othello) : []);
      assert.equal(outlines(away)?.includes("user_group/remove_members"), person !== cordelia);
      const [back] = await returns(person);
      assert.deepEqual(about(back, "update"), person === cordelia ? idsOf(cordelia) : []);
      assert.deepEqual(about(back, "add"), person === othello ? idsOf(othello) : []);
    }
  });

  test(`clients ${clients} receive all hidden users when a guest becomes a member, and lose them when the member becomes a guest`, async () => {
    const { iago, polonius, hamlet, othello, desdemona, shiva, cordelia } = await realmWithLimitedGuests();
    await othello.createChannel("elsinore", [polonius, othello]);
    const becomes = (role: Role) => () => iago.callOrThrow("PATCH", `/users/${polonius.id}`, { role });
    const [raised] = await watchEvents([polonius], becomes(400), as);
    const hidden = idsOf(desdemona, iago, shiva, hamlet, cordelia);
    assert.deepEqual(about(raised, "add"), hidden);
    const [lowered] = await watchEvents([polonius], becomes(600), as);
    assert.deepEqual(about(lowered, "remove"), hidden);
  });
}

test("if the organization changes which users guests can see, guests' clients must register again", async () => {
  const realm = await realmWithLimitedGuests();
  const { polonius, hamlet } = realm;
  for (const [allowed, count] of [
    ["everyone", 8],
    ["members", 2],
  ] as const) {
    const [guest, member] = await Promise.all([polonius.registerQueue(), hamlet.registerQueue()]);
    await setGuestVisibility(realm, allowed);
    const poll = { queue_id: guest.queueId, last_event_id: guest.lastEventId, dont_block: true };
    assert.equal((await polonius.get("/events", poll)).code, "BAD_EVENT_QUEUE_ID");
    assert.equal((await polonius.registerQueue()).state["realm_users"].length, count);
    assert.deepEqual(outlines(await member.poll()), ["realm/update_dict"]);
  }
});

test("messages do not reveal the names and addresses of senders whom a guest cannot see", async () => {
  const { iago, polonius, hamlet, othello, host } = await realmWithLimitedGuests();
  await othello.createChannel("elsinore", [polonius, othello]);
  const clients = await Promise.all([polonius, othello].map((person) => person.registerQueue()));
  const id = await hamlet.sendToChannel("elsinore", { content: "I am not here" });
  await iago.callOrThrow("DELETE", "/users/me/subscriptions", {
    subscriptions: ["elsinore"],
    principals: [othello.id],
  });

  const [toGuest, toMember] = await Promise.all(clients.map(async (client) => (await client.poll())[0]?.["message"]));
  const hidden = {
    sender_id: hamlet.id,
    sender_full_name: "Unknown user",
    sender_email: `user${hamlet.id}@${host}`,
    avatar_url: "/static/unknown-user-avatar.png",
  };
  const senderOf = (message: Partial<Message> = {}) => {
    const { sender_id, sender_full_name, sender_email, avatar_url } = message;
    return { sender_id, sender_full_name, sender_email, avatar_url };
  };
  assert.deepEqual(senderOf(toGuest), hidden);
  assert.equal(toMember?.sender_full_name, "King Hamlet");
  assert.deepEqual(senderOf((await polonius.get(`/messages/${id}`))["message"]), hidden);
  const { messages } = await polonius.callOrThrow("GET", "/messages", {
    anchor: "newest",
    num_before: 5,
    num_after: 0,
  });
  assert.deepEqual(senderOf(messages.at(-1)), hidden);
  assert.equal((await othello.get(`/messages/${id}`))["message"].sender_full_name, "King Hamlet");
});

test("guests can neither mention users whom they cannot see nor search for their messages", async () => {
  const { polonius, hamlet, othello } = await realmWithLimitedGuests();
  await othello.createChannel("elsinore", [polonius, othello]);
  const mention = async (user: TestUser) => {
    const id = await polonius.sendToChannel("elsinore", {
      content: `@**${user.fullName}** and @**${user.fullName}|${user.id}**`,
    });
    return (await othello.get(`/messages/${id}`))["message"].content.includes("user-mention");
  };
  assert.equal(await mention(othello), true);
  assert.equal(await mention(hamlet), false);
  const search = async (operand: number | string) => {
    const narrow = [{ operator: "sender", operand }];
    return (await polonius.get("/messages", { anchor: "newest", num_before: 5, num_after: 0, narrow })).status;
  };
  assert.deepEqual(await Promise.all([othello.id, hamlet.id, hamlet.email].map(search)), [200, 400, 400]);
});
