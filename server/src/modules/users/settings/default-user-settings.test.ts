import assert from "node:assert/strict";
import { test } from "node:test";
import { type UserSettings, UserSettingsDefaults } from "@parlance/contract/nouns/user-settings.ts";
import { createTestUser, createTestOrganization, watchEvents } from "@parlance/testkit";
import { invalidValues, settingNames, valuesOf } from "./fixtures/setting-values.ts";

const PATH = "/realm/user_settings_defaults";
/**
 * Settings for which the request accepts no default. The default of `default_language` is the organization's language;
 * only users themselves can set the others.
 */
const OWN = new Set<keyof UserSettings>([
  "allow_private_data_export",
  "default_language",
  "do_not_disturb_until",
  "enable_login_emails",
  "enable_marketing_emails",
  "timezone",
]);
type SettingOfNewcomers = (typeof settingNames)[number] & keyof UserSettingsDefaults;
const names = settingNames.filter((name): name is SettingOfNewcomers => !OWN.has(name));
const newcomer = { name: "fortinbras", fullName: "Fortinbras", role: 400 } as const;

test("if an administrator changes the default settings, all users receive an event and new users get these settings", async () => {
  const realm = await createTestOrganization();
  const { iago, polonius, hamlet } = realm;
  const { realm_user_settings_defaults: before } = (await iago.registerQueue()).state;
  const wanted = Object.fromEntries(names.map((name) => [name, valuesOf(name).find((one) => one !== before[name])]));
  const [toGuest] = await watchEvents([polonius], () => iago.callOrThrow("PATCH", PATH, wanted));
  assert.deepEqual(
    toGuest?.map(({ type, op, property, value }) => `${type} ${op} ${property} ${JSON.stringify(value)}`).toSorted(),
    names.map((name) => `realm_user_settings_defaults update ${name} ${JSON.stringify(wanted[name])}`).toSorted(),
  );
  const fortinbras = await createTestUser(realm, newcomer);
  const { state } = await fortinbras.registerQueue();
  for (const name of names) assert.deepEqual([name, state["user_settings"][name]], [name, wanted[name]]);
  const own = (await hamlet.registerQueue()).state["user_settings"];
  for (const name of names) assert.deepEqual([name, own[name]], [name, before[name]]);
});

test("each valid value is stored, and a request with an invalid value is rejected as a whole", async () => {
  const { iago, hamlet } = await createTestOrganization();
  await watchEvents([hamlet], async () => {
    for (const name of names)
      for (const value of valuesOf(name)) await iago.callOrThrow("PATCH", PATH, { [name]: value });
    const { state } = await hamlet.registerQueue();
    for (const name of names) assert.equal(state["realm_user_settings_defaults"][name], valuesOf(name).at(-1), name);
  });
  const [events] = await watchEvents([hamlet], async () => {
    for (const name of names) {
      // The value 3 of `web_channel_default_view` is excluded: it is valid as a default, although users themselves
      // cannot set it.
      for (const [bad, message] of invalidValues(name).filter(([value]) => value !== 3)) {
        const { status, code, msg } = await iago.patch(PATH, { color_scheme: 2, [name]: bad });
        assert.deepEqual([name, status, code, msg], [name, 400, "BAD_REQUEST", message]);
      }
    }
  });
  assert.deepEqual(events, []);
  await iago.callOrThrow("PATCH", PATH, { web_channel_default_view: 3 });
});

test("the initial state contains all default settings, even for guests", async () => {
  const { polonius } = await createTestOrganization();
  const { state } = await polonius.registerQueue();
  const listed = Object.keys(state["realm_user_settings_defaults"]).toSorted();
  assert.deepEqual(listed, Object.keys(UserSettingsDefaults.shape).toSorted());
});

test("settings without a default are ignored and named in the response", async () => {
  const { iago } = await createTestOrganization();
  const answer = await iago.call("PATCH", PATH, {
    default_language: "de",
    enable_login_emails: false,
    timezone: "UTC",
  });
  const ignored = ["default_language", "enable_login_emails", "timezone"];
  assert.deepEqual(answer.body["ignored_parameters_unsupported"], ignored);
});

test("only administrators can change the default settings, and the audit log records their changes", async () => {
  const { desdemona, iago, shiva, hamlet, polonius, server, realmId } = await createTestOrganization();
  for (const person of [shiva, hamlet, polonius]) {
    const { status, code, msg } = await person.patch(PATH, { enter_sends: true });
    const refusal = [400, "UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"];
    assert.deepEqual([status, code, msg], refusal);
  }
  await desdemona.callOrThrow("PATCH", PATH, { enter_sends: true, color_scheme: 1 });
  await iago.callOrThrow("PATCH", PATH, { enter_sends: true });
  await iago.callOrThrow("PATCH", PATH, { enter_sends: false, color_scheme: 3 });
  const acts = await server.db.reader
    .selectFrom("audit_log")
    .select(["actor_id", "act", "before", "after"])
    .where("realm_id", "=", realmId)
    .orderBy("id")
    .execute();
  const act = "realm.user_settings_defaults_changed";
  assert.deepEqual(acts, [
    { actor_id: desdemona.id, act, before: { enter_sends: false }, after: { enter_sends: true } },
    {
      actor_id: iago.id,
      act,
      before: { enter_sends: true, color_scheme: 1 },
      after: { enter_sends: false, color_scheme: 3 },
    },
  ]);
});

test("if addresses are hidden by default, the event about a new user contains no address", async () => {
  const realm = await createTestOrganization();
  await realm.iago.callOrThrow("PATCH", PATH, { email_address_visibility: 4 });
  const [toOthello] = await watchEvents([realm.othello], () => createTestUser(realm, newcomer));
  const added = toOthello?.find(({ type, op }) => type === "realm_user" && op === "add");
  assert.equal(added?.person?.delivery_email, null);
});

test("the language of new users is that of the organization, until they choose another one", async () => {
  const realm = await createTestOrganization();
  await realm.iago.callOrThrow("PATCH", "/realm", { default_language: "da" });
  const fortinbras = await createTestUser(realm, newcomer);
  assert.equal((await fortinbras.registerQueue()).state["user_settings"].default_language, "da");
  await fortinbras.callOrThrow("PATCH", "/settings", { default_language: "nb" });
  assert.equal((await fortinbras.registerQueue()).state["user_settings"].default_language, "nb");
  assert.equal((await realm.hamlet.registerQueue()).state["user_settings"].default_language, "en");
});
