import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type TestOrganization, watchEvents } from "@parlance/testkit";

/** Creates an organization in which guests can see only users with whom they share a channel or conversation. */
async function limitedRealm(): Promise<TestOrganization> {
  const realm = await createTestOrganization();
  const { state } = await realm.desdemona.registerQueue({ fetch_event_types: ["realm_user_groups"] });
  const members = state.realm_user_groups.find(({ name }) => name === "role:members")!.id;
  await realm.desdemona.callOrThrow("PATCH", "/realm", { can_access_all_users_group: { new: members } });
  return realm;
}

test("guests receive no status of users whom they cannot see", async () => {
  const { hamlet, othello, polonius } = await limitedRealm();
  const [toGuest, toMember] = await watchEvents([polonius, othello], async () => {
    await hamlet.callOrThrow("POST", "/users/me/status", { status_text: "busy" });
    await hamlet.callOrThrow("PATCH", "/settings", { presence_enabled: false });
  });
  assert.deepEqual(toGuest, []);
  assert.deepEqual(
    toMember?.map(({ type }) => type),
    ["user_status", "user_status", "presence"],
  );
  const { state } = await polonius.registerQueue({ fetch_event_types: ["user_status"] });
  assert.deepEqual(state["user_status"], {});
  const { status, msg } = await polonius.get(`/users/${hamlet.id}/status`);
  assert.deepEqual([status, msg], [400, "No such user"]);
});

test("a guest receives the status of a user who becomes visible, and no longer sees it when the user becomes hidden", async () => {
  const { hamlet, cordelia, polonius } = await limitedRealm();
  const busy = {
    status_text: "busy",
    emoji_name: "car",
    emoji_code: "1f697",
    reaction_type: "unicode_emoji",
    away: true,
  };
  await hamlet.callOrThrow("POST", "/users/me/status", { status_text: "busy", emoji_name: "car", away: true });
  await hamlet.createChannel("elsinore", [polonius]);
  const [events] = await watchEvents([polonius], () =>
    hamlet.callOrThrow("POST", "/users/me/subscriptions", {
      subscriptions: [{ name: "elsinore" }],
      principals: [hamlet.id, cordelia.id],
    }),
  );
  const statuses = events?.filter(({ type }) => type === "user_status");
  assert.deepEqual(
    statuses?.map(({ id: _id, type: _type, ...status }) => status),
    [{ user_id: hamlet.id, ...busy }],
  );
  assert.deepEqual((await polonius.callOrThrow("GET", `/users/${hamlet.id}/status`)).body["status"], busy);

  await watchEvents([polonius], () =>
    hamlet.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["elsinore"] }),
  );
  const { state } = await polonius.registerQueue({ fetch_event_types: ["user_status"] });
  assert.deepEqual(state["user_status"], {});
});
