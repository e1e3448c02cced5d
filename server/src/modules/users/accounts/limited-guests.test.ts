import assert from "node:assert/strict";
import { test } from "node:test";
import {
  countLeastStatements,
  createTestOrganization,
  type Parameters,
  type TestUser,
  testServer,
  watchEvents,
} from "@parlance/testkit";
import { setOperatorRights } from "./actions/set-operator-rights.ts";
import { realmWithLimitedGuests, NEEDS_PLACEHOLDERS } from "./fixtures/realm-with-limited-guests.ts";

await testServer();

const names = (users: { full_name: string }[]) => users.map(({ full_name }) => full_name);

async function peopleKnownTo(guest: TestUser, as: Parameters = {}): Promise<string[]> {
  const { state } = await guest.registerQueue({ fetch_event_types: ["realm_user"], ...as });
  return names([...state["realm_users"], ...state["realm_non_active_users"]]);
}

const outlines = (events: { type: string; op?: string | undefined }[] | undefined) =>
  events?.map(({ type, op }) => `${type}/${op}`);

test("guests with limited visibility see themselves, bots, members of their channels and their direct message partners", async () => {
  const { polonius, iago, shiva, hamlet, cordelia, othello } = await realmWithLimitedGuests();
  assert.deepEqual(await peopleKnownTo(polonius), ["Polonius", "Helper"]);
  await iago.createChannel("elsinore", [polonius, hamlet]);
  await shiva.sendDirectMessage(polonius);
  await cordelia.sendDirectMessage([othello, polonius]);
  assert.deepEqual(await peopleKnownTo(polonius), [
    "Shiva",
    "King Hamlet",
    "Cordelia",
    "Othello",
    "Polonius",
    "Helper",
  ]);
});

test("members can see all users, and so can guests whose visibility is not limited", async () => {
  const limited = await realmWithLimitedGuests();
  const open = await createTestOrganization();
  for (const viewer of [limited.shiva, limited.hamlet, limited.bot, open.polonius]) {
    assert.equal((await peopleKnownTo(viewer)).length, 8, viewer.fullName);
  }
});

test("lists contain placeholders for users whom a guest cannot see, unless the client accepts incomplete lists", async () => {
  const { polonius, hamlet, host } = await realmWithLimitedGuests();
  const { members } = await polonius.callOrThrow("GET", "/users", { client_gravatar: false });
  assert.deepEqual(
    members.find(({ user_id }: { user_id: number }) => user_id === hamlet.id),
    {
      user_id: hamlet.id,
      email: `user${hamlet.id}@${host}`,
      delivery_email: null,
      full_name: "Unknown user",
      date_joined: "1970-01-01T00:00+00:00",
      is_active: true,
      is_owner: false,
      is_admin: false,
      is_guest: false,
      is_bot: false,
      bot_type: null,
      bot_owner_id: null,
      role: 400,
      timezone: "",
      avatar_url: "/static/unknown-user-avatar.png",
      avatar_version: 1,
    },
  );
  assert.equal(names(members).filter((name) => name === "Unknown user").length, 6);
  assert.deepEqual(names((await polonius.callOrThrow("GET", "/users", { user_ids: [hamlet.id] }))["members"]), [
    "Unknown user",
  ]);
  assert.deepEqual(await peopleKnownTo(polonius, NEEDS_PLACEHOLDERS), names(members));
});

test("a guest cannot look up users whom he or she cannot see, by id or by address", async () => {
  const { polonius, hamlet, host, shiva, server } = await realmWithLimitedGuests();
  const lookUp = async (user: string | number) => {
    const { status, code, msg } = await polonius.get(`/users/${encodeURIComponent(user)}`);
    return [status, code, msg];
  };
  const cost = (user: string | number) => countLeastStatements(server.db.pool, () => lookUp(user));
  for (const [hidden, absent] of [
    [hamlet.id, 987_654_321],
    [`user${hamlet.id}@${host}`, `user987654321@${host}`],
    [hamlet.email, "nobody@example.com"],
  ] as const) {
    assert.deepEqual(await lookUp(hidden), [400, "BAD_REQUEST", "No such user"]);
    assert.equal(await cost(hidden), await cost(absent));
  }
  assert.equal((await polonius.get(`/users/${polonius.id}`)).status, 200);
  await shiva.sendDirectMessage(polonius);
  assert.equal((await polonius.get(`/users/${shiva.id}`)).status, 200);
  assert.equal((await polonius.get(`/users/${shiva.email}`)).status, 200);
});

test("guests cannot send direct messages to users whom they cannot see, but can reply to users who wrote to them", async () => {
  const { polonius, hamlet, bot } = await realmWithLimitedGuests();
  const writes = async (to: readonly (number | string)[]) => {
    const { status, msg } = await polonius.call("POST", "/messages", { type: "direct", to, content: "Words" });
    return [status, msg];
  };
  const unknown = [400, `Invalid user ID ${hamlet.id}`];
  assert.deepEqual(await writes([hamlet.id]), unknown);
  assert.deepEqual(await writes([bot.id, hamlet.id]), unknown);
  assert.deepEqual(await writes([hamlet.email]), [400, `Invalid email '${hamlet.email}'`]);
  for (const to of [[bot.id], [polonius.id]]) assert.equal((await writes(to))[0], 200);
  await hamlet.sendDirectMessage(polonius);
  assert.equal((await writes([hamlet.id]))[0], 200);
});

for (const [clients, as] of [
  ["that do not need placeholders", {}],
  ["that need placeholders", NEEDS_PLACEHOLDERS],
] as const) {
  const expected = (...events: string[]) =>
    as === NEEDS_PLACEHOLDERS
      ? events.flatMap((one) => (one === "realm_user/remove" ? [one, "realm_user/add"] : [one]))
      : events;

  test(`guests' clients ${clients} receive events when users become visible or hidden`, async () => {
    const { polonius, iago, hamlet, othello, cordelia } = await realmWithLimitedGuests();
    await iago.createChannel("elsinore", [polonius, othello]);
    const subscribes = (person: TestUser) => () =>
      iago.callOrThrow("POST", "/users/me/subscriptions", {
        subscriptions: [{ name: "elsinore" }],
        principals: [person.id],
      });

    const [joined, toCordelia] = await watchEvents([polonius, cordelia], subscribes(hamlet), as);
    assert.deepEqual(outlines(joined), ["realm_user/add", "subscription/peer_add"]);
    assert.equal(joined?.[0]?.["person"]?.full_name, "King Hamlet");
    assert.deepEqual(outlines(toCordelia), ["subscription/peer_add"], "nothing is new to others");

    const [left] = await watchEvents(
      [polonius],
      () => hamlet.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["elsinore"] }),
      as,
    );
    assert.deepEqual(outlines(left), ["subscription/peer_remove", ...expected("realm_user/remove")]);

    const [written] = await watchEvents([polonius], () => cordelia.sendDirectMessage(polonius), as);
    assert.deepEqual(outlines(written), ["realm_user/add", "message/undefined"]);
    const [again] = await watchEvents([polonius], () => cordelia.sendDirectMessage(polonius), as);
    assert.deepEqual(outlines(again), ["message/undefined"]);

    const [gone] = await watchEvents(
      [polonius],
      () => polonius.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["elsinore"] }),
      as,
    );
    assert.deepEqual(outlines(gone)?.slice(0, 2), ["subscription/remove", "stream/delete"]);
    assert.deepEqual(
      gone?.filter(({ type, op }) => type === "realm_user" && op === "remove").map(({ person }) => person),
      [{ user_id: othello.id, full_name: "Unknown user" }],
    );
  });

  test(`guests' clients ${clients} receive a new user's name only if the guest can see the user`, async () => {
    const realm = await realmWithLimitedGuests();
    const { polonius, iago, hamlet, host } = realm;
    await realm.server.db.write((tx) => setOperatorRights(tx, iago.id, { canCreateUsers: true }));
    const creates = (name: string) => () =>
      iago.callOrThrow("POST", "/users", { email: `${name}@${host}`, full_name: name, password: "of infinite jest" });

    const [toPolonius, toHamlet] = await watchEvents([polonius, hamlet], creates("Yorick"), as);
    const addition = toPolonius?.filter(({ type }) => type === "realm_user").map(({ person }) => person?.full_name);
    assert.deepEqual(addition, as === NEEDS_PLACEHOLDERS ? ["Unknown user"] : []);
    assert.equal(toHamlet?.[0]?.["person"]?.full_name, "Yorick");

    await iago.createChannel("general", [polonius], { is_default_stream: true });
    const [inChannel] = await watchEvents([polonius], creates("Osric"), as);
    const seen = inChannel?.filter(({ type }) => type === "realm_user").map(({ person }) => person?.full_name);
    assert.deepEqual(seen?.at(-1), "Osric");
  });
}

test("subscribing a bot emits no visibility events, because all users can see bots", async () => {
  const { polonius, iago, bot } = await realmWithLimitedGuests();
  const [events] = await watchEvents([polonius], () => iago.createChannel("elsinore", [polonius, bot]));
  assert.deepEqual(
    outlines(events)?.filter((one) => one.startsWith("realm_user/")),
    [],
  );
});
