import assert from "node:assert/strict";
import { test } from "node:test";
import { UserSettings, UserSettingsDefaults } from "@parlance/contract/nouns/user-settings.ts";
import { registerFieldsByGate } from "@parlance/contract/register/index.ts";
import { ALL_CAPABILITIES, createTestOrganization, testServer, writeRowsDirectly } from "@parlance/testkit";

await testServer();

test("`realm_user` contains all users and the user's own account", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, othello } = realm;
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);
  const { state } = await hamlet.registerQueue({ fetch_event_types: ["realm_user"] });

  for (const field of registerFieldsByGate.get("realm_user") ?? []) assert.ok(field in state, field);
  const ids = (users: { user_id: number }[]) => users.map(({ user_id }) => user_id);
  assert.deepEqual(ids(state["realm_non_active_users"]), [othello.id]);
  assert.equal(state["realm_users"].length, 7);
  assert.ok(!ids(state["realm_users"]).includes(othello.id));
  assert.deepEqual(
    state["cross_realm_bots"].map((bot: Record<string, unknown>) => [bot["full_name"], bot["is_system_bot"]]),
    [
      ["Notification Bot", true],
      ["Welcome Bot", true],
      ["Email Gateway", true],
    ],
  );
  assert.deepEqual(
    [state["user_id"], state["email"], state["delivery_email"], state["full_name"], state["avatar_source"]],
    [hamlet.id, hamlet.email, hamlet.email, "King Hamlet", "G"],
  );
  assert.match(state["avatar_url_medium"], /&s=500&/);
});

test("the initial state contains the rights of the user's role", async () => {
  const { desdemona, shiva, hamlet, polonius } = await createTestOrganization();
  const rights = async (person: typeof hamlet) => {
    const { state } = await person.registerQueue({ fetch_event_types: ["realm_user"] });
    const names = [
      "is_owner",
      "is_admin",
      "is_moderator",
      "is_guest",
      "can_create_streams",
      "can_invite_others_to_realm",
    ] as const;
    return names.filter((name) => state[name]);
  };
  const ofMembers = ["can_create_streams", "can_invite_others_to_realm"];
  assert.deepEqual(await rights(desdemona), ["is_owner", "is_admin", ...ofMembers]);
  assert.deepEqual(await rights(shiva), ["is_moderator", ...ofMembers]);
  assert.deepEqual(await rights(hamlet), ofMembers);
  assert.deepEqual(await rights(polonius), ["is_guest"]);
});

test("the initial state contains all settings, and the user's own values override the defaults", async () => {
  const realm = await createTestOrganization();
  await writeRowsDirectly(realm, (tx) =>
    tx
      .updateTable("account")
      .set({ settings: JSON.stringify({ enter_sends: true, twenty_four_hour_time: null }), timezone: "Asia/Tokyo" })
      .where("id", "=", realm.hamlet.id)
      .execute(),
  );
  const { state } = await realm.hamlet.registerQueue({
    fetch_event_types: ["user_settings", "realm_user_settings_defaults"],
  });
  const settings = UserSettings.parse(state["user_settings"]);
  assert.deepEqual(
    [settings.enter_sends, settings.twenty_four_hour_time, settings.timezone],
    [true, null, "Asia/Tokyo"],
  );
  const defaults = UserSettingsDefaults.parse(state["realm_user_settings_defaults"]);
  assert.deepEqual([defaults.enter_sends, defaults.email_address_visibility], [false, 1]);
});

test("clients that do not know the settings object get the settings at the top level", async () => {
  const realm = await createTestOrganization();
  await writeRowsDirectly(realm, (tx) =>
    tx
      .updateTable("account")
      .set({ settings: JSON.stringify({ twenty_four_hour_time: null }) })
      .where("id", "=", realm.hamlet.id)
      .execute(),
  );
  const gates = ["update_display_settings", "update_global_notifications"];
  const fields = gates.flatMap((gate) => registerFieldsByGate.get(gate) ?? []);
  const old = await realm.hamlet.registerQueue({
    fetch_event_types: gates,
    client_capabilities: { ...ALL_CAPABILITIES, user_settings_object: false },
  });
  for (const field of fields) assert.ok(field in old.state, field);
  assert.equal(old.state["twenty_four_hour_time"], false);

  const modern = await realm.hamlet.registerQueue({ fetch_event_types: gates });
  for (const field of fields) assert.ok(!(field in modern.state), field);
});
