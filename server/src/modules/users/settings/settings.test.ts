import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_CAPABILITIES, newRealm, watching } from "@parlance/testkit";
import {
  LegacyDisplaySettings,
  LegacyNotificationSettings,
  UserSettings,
} from "@parlance/contract/nouns/user-settings.ts";
import { badValues, settingNames, valuesOf } from "./fixtures/setting-values.ts";

test("every setting sticks, whatever its value, and all devices of its owner hear of it", async () => {
  const { hamlet, othello } = await newRealm();
  const { user_settings: before } = (await hamlet.registers()).state;
  const expected: object[] = [];
  const [toHamlet, toOthello] = await watching([hamlet, othello], async () => {
    for (const property of settingNames) {
      const values = [...valuesOf(property).filter((value) => value !== before[property]), before[property]];
      for (const value of values.filter((one) => one !== "")) {
        await hamlet.does("PATCH", "/settings", { [property]: value });
        const { state } = await hamlet.registers({ fetch_event_types: ["user_settings"], event_types: [] });
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

test("one bad value among many changes nothing, and the answer names it", async () => {
  const { hamlet, desdemona } = await newRealm();
  const [toHamlet, toDesdemona] = await watching([hamlet, desdemona], async () => {
    for (const property of settingNames) {
      const good = { color_scheme: 2, timezone: "Europe/Berlin", email_address_visibility: 4, enter_sends: true };
      for (const [bad, message] of badValues(property)) {
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

test("what has the wanted value already is not mentioned, and nothing is asked of those who ask for nothing", async () => {
  const { hamlet } = await newRealm();
  await hamlet.does("PATCH", "/settings", { enter_sends: true, timezone: "Europe/Copenhagen" });
  const [events] = await watching([hamlet], async () => {
    await hamlet.does("PATCH", "/settings", { enter_sends: true, timezone: "Europe/Copenhagen", color_scheme: 1 });
    await hamlet.does("PATCH", "/settings");
  });
  assert.deepEqual(events, []);
});

test("parameters that are no settings are named in the answer", async () => {
  const { hamlet } = await newRealm();
  const answer = await hamlet.call("PATCH", "/settings", { enter_sends: true, colour: "red", timezone: "UTC" });
  assert.deepEqual(answer.body["ignored_parameters_unsupported"], ["colour"]);
});

test("bots have no settings", async () => {
  const { bot } = await newRealm();
  const { status, code, msg } = await bot.patch("/settings", { enter_sends: true });
  assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "This endpoint does not accept bot requests."]);
});

test("a language comes with its own name for itself", async () => {
  const { hamlet } = await newRealm();
  const [events] = await watching([hamlet], () => hamlet.does("PATCH", "/settings", { default_language: "pt-br" }));
  const told = events?.map(({ property, value, language_name }) => [property, value, language_name]);
  assert.deepEqual(told, [["default_language", "pt-br", "português (Brasil)"]]);
});

test("an old client hears of each setting that it knows under the name it knows, and keeps its snapshot true", async () => {
  const { hamlet } = await newRealm();
  const old = { client_capabilities: { ...ALL_CAPABILITIES, user_settings_object: false } };
  const [events] = await watching(
    [hamlet],
    async () => {
      for (const property of settingNames.filter((name) => name !== "email_address_visibility")) {
        const [first, second] = valuesOf(property);
        await hamlet.does("PATCH", "/settings", { [property]: first });
        await hamlet.does("PATCH", "/settings", { [property]: second });
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
      // Old clients know no null.
      property in known ? modern.map(({ value }) => [type, value ?? false, hamlet.email]) : [],
      property,
    );
  }
});

test("times can be shown as is usual for the language, in one's own settings and in those of newcomers", async () => {
  const { hamlet, iago } = await newRealm();
  const usual = { twenty_four_hour_time: null };
  const [events] = await watching([hamlet], async () => {
    await hamlet.does("PATCH", "/settings", usual);
    await iago.does("PATCH", "/realm/user_settings_defaults", usual);
  });
  assert.deepEqual(
    events?.map(({ type, property, value }) => [type, property, value]),
    ["user_settings", "realm_user_settings_defaults"].map((type) => [type, "twenty_four_hour_time", null]),
  );
  const { state } = await hamlet.registers();
  assert.deepEqual(
    [state.user_settings, state.realm_user_settings_defaults].map((settings) => settings.twenty_four_hour_time),
    [null, null],
  );
});

test("each client gets the form that it asked for, and no other", async () => {
  const { hamlet } = await newRealm();
  const knowing = (user_settings_object: boolean, event_types: string[]) =>
    hamlet.registers({ client_capabilities: { user_settings_object }, event_types });
  const old = ["update_display_settings", "update_global_notifications"];
  const clients = [
    await knowing(true, ["user_settings", ...old]),
    await knowing(false, ["user_settings", ...old]),
    await knowing(false, old),
    await knowing(false, ["update_display_settings"]),
    await knowing(true, old),
  ];
  await hamlet.does("PATCH", "/settings", { enter_sends: true, enable_sounds: false, user_list_style: 3 });
  const got = await Promise.all(clients.map(async (client) => (await client.polls()).map(({ type }) => type)));
  const [display, notification] = old;
  assert.deepEqual(got, [
    ["user_settings", "user_settings", "user_settings"],
    ["user_settings", display, "user_settings", "user_settings", notification],
    [display, notification],
    [display],
    [],
  ]);
});

test("a new account starts with nothing chosen, and a snapshot lists every setting there is", async () => {
  const { cordelia } = await newRealm();
  const { state } = await cordelia.registers();
  assert.deepEqual(Object.keys(state["user_settings"]).toSorted(), Object.keys(UserSettings.shape).toSorted());
});
