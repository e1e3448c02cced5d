import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents } from "@parlance/testkit";

test("all users, including bots and guests, receive a user's new name", async () => {
  const { hamlet, othello, polonius, bot } = await createTestOrganization();
  const users = [hamlet, othello, polonius, bot];
  const events = await watchEvents(users, () =>
    hamlet.callOrThrow("PATCH", "/settings", { full_name: "  Prince Hamlet " }),
  );
  for (const received of events) {
    assert.deepEqual(
      received.map(({ id: _, ...event }) => event),
      [{ type: "realm_user", op: "update", person: { user_id: hamlet.id, full_name: "Prince Hamlet" } }],
    );
  }
});

test("a user who sends the present name changes nothing, but can change its spelling", async () => {
  const { hamlet, desdemona } = await createTestOrganization();
  await desdemona.callOrThrow("PATCH", "/realm", { require_unique_names: true });
  const [events] = await watchEvents([hamlet], async () => {
    await hamlet.callOrThrow("PATCH", "/settings", { full_name: "King Hamlet" });
    await hamlet.callOrThrow("PATCH", "/settings", { full_name: " king hamlet" });
  });
  assert.deepEqual(
    events?.map(({ person }) => person?.full_name),
    ["king hamlet"],
  );
});

test("invalid names and names in use are rejected", async () => {
  const { hamlet, desdemona, cordelia } = await createTestOrganization();
  const refused = {
    "": "Name too short!",
    " X ": "Name too short!",
    ["x".repeat(101)]: "Name too long!",
    "Hamlet*": "Invalid characters in name!",
    "Hamlet|7": "Invalid format!",
  };
  const [events] = await watchEvents([cordelia], async () => {
    for (const [full_name, message] of Object.entries(refused)) {
      const { status, code, msg } = await hamlet.patch("/settings", { full_name, enter_sends: true });
      assert.deepEqual([full_name, status, code, msg], [full_name, 400, "BAD_REQUEST", message]);
    }
  });
  assert.deepEqual(events, []);

  await desdemona.callOrThrow("PATCH", "/realm", { require_unique_names: true });
  const { msg } = await hamlet.patch("/settings", { full_name: "CORDELIA" });
  assert.equal(msg, "Unique names required in this organization.");
  assert.equal((await hamlet.registerQueue()).state["user_settings"].enter_sends, false);
});

test("if names cannot be changed, a member's new name is ignored even if it is invalid, and an administrator's new name is applied", async () => {
  const { hamlet, desdemona, iago } = await createTestOrganization();
  await desdemona.callOrThrow("PATCH", "/realm", { name_changes_disabled: true });
  const [events] = await watchEvents([desdemona], async () => {
    await hamlet.callOrThrow("PATCH", "/settings", { full_name: "Yorick", enter_sends: true });
    await hamlet.callOrThrow("PATCH", "/settings", { full_name: "*" });
    await iago.callOrThrow("PATCH", "/settings", { full_name: "Honest Iago" });
  });
  assert.deepEqual(
    events?.map(({ person }) => person),
    [{ user_id: iago.id, full_name: "Honest Iago" }],
  );
  assert.equal((await hamlet.registerQueue()).state["user_settings"].enter_sends, true);
});
