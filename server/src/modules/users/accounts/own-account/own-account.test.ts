import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents } from "@parlance/testkit";

test("a user can change the name and the profile in one request, and all users receive both changes", async () => {
  const { iago, hamlet, cordelia, polonius } = await createTestOrganization();
  const { id } = await iago.callOrThrow("POST", "/realm/profile_fields", { name: "Role", field_type: 1 });
  const [events] = await watchEvents([cordelia, hamlet, polonius], () =>
    hamlet.callOrThrow("PATCH", "/users/me", { full_name: "The Prince", profile_data: [{ id, value: "Heir" }] }),
  );
  assert.deepEqual(
    events?.map(({ person }) => Object.keys(person ?? {}).find((name) => name !== "user_id")),
    ["full_name", "custom_profile_field"],
  );
  const { user } = await cordelia.callOrThrow("GET", `/users/${hamlet.id}`, { include_custom_profile_fields: true });
  assert.deepEqual([user.full_name, user.profile_data?.[id]?.value], ["The Prince", "Heir"]);
});

test("an error in one part of the request rejects the whole request, but a new name is ignored if names cannot be changed", async () => {
  const { desdemona, iago, hamlet, bot } = await createTestOrganization();
  const { id } = await iago.callOrThrow("POST", "/realm/profile_fields", {
    name: "Role",
    field_type: 1,
    editable_by_user: false,
  });
  const profile_data = [{ id, value: "Heir" }];
  const [events] = await watchEvents([hamlet], async () => {
    const locked = await hamlet.patch("/users/me", { full_name: "The Prince", profile_data });
    assert.equal(locked.status, 400);
    assert.match(locked.msg, /^You are not allowed to change this field/);
    const name = await hamlet.patch("/users/me", { full_name: "x" });
    assert.deepEqual([name.status, name.msg], [400, "Name too short!"]);
    assert.equal(
      (await bot.patch("/users/me", { full_name: "Robot" })).msg,
      "This endpoint does not accept bot requests.",
    );
  });
  assert.deepEqual(events, []);
  await desdemona.callOrThrow("PATCH", "/realm", { name_changes_disabled: true });
  await hamlet.callOrThrow("PATCH", "/users/me", { full_name: "The Prince" });
  assert.equal((await hamlet.callOrThrow("GET", "/users/me"))["full_name"], "King Hamlet");
});
