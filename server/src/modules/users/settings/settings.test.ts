import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_CAPABILITIES, createTestOrganization, watchEvents } from "@parlance/testkit";
import {
  LegacyDisplaySettings,
  LegacyNotificationSettings,
  UserSettings,
} from "@parlance/contract/nouns/user-settings.ts";
import { invalidValues, settingNames, valuesOf } from "./fixtures/setting-values.ts";

test("every setting can be set to each of its values, and all clients of the user receive an event", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const { user_settings: before } = (await hamlet.registerQueue()).state;
  const expected: object[] = [];
  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], async () => {
    for (const property of settingNames) {
      const values = [...valuesOf(property).filter((value) => value !== before[property]), before[property]];
      for (const value of values.filter((one) => one !== "")) {
        await hamlet.callOrThrow("PATCH", "/settings", { [property]: value });
        const { state } = await hamlet.registerQueue({ fetch_event_types: ["user_settings"], event_types: [] });
        assert.deepEqual([property, state["user_settings"][property]], [property, value]);
        expected.push({ property, value });
      }
    }
  });
  const own = toHamlet?.filter(({ type }) => type === "user_settings");
  assert.deepEqual(
    own?.map(({ property, value }) => ({ property, value })),
    expected,
  );
  assert.ok(own?.every(({ op }) => op === "update"));
  assert.deepEqual(
    toOthello?.filter(({ type }) => !["realm_user", "user_status", "presence"].includes(type)),
    [],
  );
});

test("if one of many values is invalid, nothing changes and the error names it", async () => {
  const { hamlet, desdemona } = await createTestOrganization();
  const [toHamlet, toDesdemona] = await watchEvents([hamlet, desdemona], async () => {
    for (const property of settingNames) {
      const good = { color_scheme: 2, timezone: "Europe/Berlin", email_address_visibility: 4, enter_sends: true };
      for (const [bad, message] of invalidValues(property)) {
        const answer = await hamlet.call("PATCH", "/settings", { full_name: "Prince", ...good, [property]: bad });
        assert.deepEqual(
          [property, bad, answer.status, answer.code, answer.msg],
          [property, bad, 400, "BAD_REQUEST", message],
        );
      }
    }
  });
  assert.deepEqual([toHamlet, toDesdemona], [[], []]);
});

test("unchanged settings emit no events, and a request without settings changes nothing", async () => {
  const { hamlet } = await createTestOrganization();
  await hamlet.callOrThrow("PATCH", "/settings", { enter_sends: true, timezone: "Europe/Copenhagen" });
  const [events] = await watchEvents([hamlet], async () => {
    await hamlet.callOrThrow("PATCH", "/settings", {
      enter_sends: true,
      timezone: "Europe/Copenhagen",
      color_scheme: 1,
    });
    await hamlet.callOrThrow("PATCH", "/settings");
  });
  assert.deepEqual(events, []);
});

test("unknown parameters are named in the response", async () => {
  const { hamlet } = await createTestOrganization();
  const answer = await hamlet.call("PATCH", "/settings", { enter_sends: true, colour: "red", timezone: "UTC" });
  assert.deepEqual(answer.body["ignored_parameters_unsupported"], ["colour"]);
});

test("bots have no settings", async () => {
  const { bot } = await createTestOrganization();
  const { status, code, msg } = await bot.patch("/settings", { enter_sends: true });
  assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "This endpoint does not accept bot requests."]);
});

test("the event about a changed language contains the language's name in that language", async () => {
  const { hamlet } = await createTestOrganization();
  const [events] = await watchEvents([hamlet], () =>
    hamlet.callOrThrow("PATCH", "/settings", { default_language: "pt-br" }),
  );
  const settings = events?.map(({ property, value, language_name }) => [property, value, language_name]);
  assert.deepEqual(settings, [["default_language", "pt-br", "português (Brasil)"]]);
});

test("an old client receives events about the settings that it knows under their old names, and these keep its state correct", async () => {
  const { hamlet } = await createTestOrganization();
  const old = { client_capabilities: { ...ALL_CAPABILITIES, user_settings_object: false } };
  const [events] = await watchEvents(
    [hamlet],
    async () => {
      for (const property of settingNames.filter((name) => name !== "email_address_visibility")) {
        const [first, second] = valuesOf(property);
        await hamlet.callOrThrow("PATCH", "/settings", { [property]: first });
        await hamlet.callOrThrow("PATCH", "/settings", { [property]: second });
      }
    },
    old,
  );
  const known = { ...LegacyDisplaySettings.shape, ...LegacyNotificationSettings.shape };
  for (const property of settingNames.filter((name) => name !== "email_address_visibility")) {
    const modern = events?.filter((event) => event.property === property) ?? [];
    const legacy = events?.filter((event) => (event.setting_name ?? event.notification_name) === property) ?? [];
    const type = property in LegacyDisplaySettings.shape ? "update_display_settings" : "update_global_notifications";
    assert.ok(modern.length > 0, property);
    assert.deepEqual(
      legacy.map((event) => [event.type, event.setting, event.user]),
      // Old clients do not know null, so they receive false instead.
      property in known ? modern.map(({ value }) => [type, value ?? false, hamlet.email]) : [],
      property,
    );
  }
});

test("the time format can depend on the language, in the user's own settings and in the defaults for new users", async () => {
  const { hamlet, iago } = await createTestOrganization();
  const usual = { twenty_four_hour_time: null };
  const [events] = await watchEvents([hamlet], async () => {
    await hamlet.callOrThrow("PATCH", "/settings", usual);
    await iago.callOrThrow("PATCH", "/realm/user_settings_defaults", usual);
  });
  assert.deepEqual(
    events?.map(({ type, property, value }) => [type, property, value]),
    ["user_settings", "realm_user_settings_defaults"].map((type) => [type, "twenty_four_hour_time", null]),
  );
  const { state } = await hamlet.registerQueue();
  assert.deepEqual(
    [state.user_settings, state.realm_user_settings_defaults].map((settings) => settings.twenty_four_hour_time),
    [null, null],
  );
});

test("each client receives only the format that it requested", async () => {
  const { hamlet } = await createTestOrganization();
  const knowing = (user_settings_object: boolean, event_types: string[]) =>
    hamlet.registerQueue({ client_capabilities: { user_settings_object }, event_types });
  const old = ["update_display_settings", "update_global_notifications"];
  const clients = [
    await knowing(true, ["user_settings", ...old]),
    await knowing(false, ["user_settings", ...old]),
    await knowing(false, old),
    await knowing(false, ["update_display_settings"]),
    await knowing(true, old),
  ];
  await hamlet.callOrThrow("PATCH", "/settings", { enter_sends: true, enable_sounds: false, user_list_style: 3 });
  const got = await Promise.all(clients.map(async (client) => (await client.poll()).map(({ type }) => type)));
  const [display, notification] = old;
  assert.deepEqual(got, [
    ["user_settings", "user_settings", "user_settings"],
    ["user_settings", display, "user_settings", "user_settings", notification],
    [display, notification],
    [display],
    [],
  ]);
});

test("the initial state of a new account contains every setting", async () => {
  const { cordelia } = await createTestOrganization();
  const { state } = await cordelia.registerQueue();
  assert.deepEqual(Object.keys(state["user_settings"]).toSorted(), Object.keys(UserSettings.shape).toSorted());
});
