import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { SettingGroup } from "../src/base/words/setting-words.ts";
import { words } from "../src/base/words/index.ts";

const reference = JSON.parse(await readFile(new URL("../../openapi.json", import.meta.url), "utf8")) as {
  paths: Readonly<Record<string, { patch: { requestBody: { content: Readonly<Record<string, Body>> } } }>>;
};

interface Body {
  readonly schema: { readonly properties: Readonly<Record<string, unknown>> };
}

/** Returns the names of the settings that an operation can change. */
function parametersOf(path: string): readonly string[] {
  const [body] = Object.values(reference.paths[path]?.patch.requestBody.content ?? {});
  return Object.keys(body?.schema.properties ?? {});
}

const namesIn = (parts: Readonly<Record<string, SettingGroup>>): readonly string[] =>
  Object.values(parts).flatMap(({ settings }) => Object.keys(settings));

/** The settings that are shown in the table of notification settings. */
const inTable = ["offline", "followed_topic", "stream"].flatMap((what) => [
  what === "offline" ? "enable_desktop_notifications" : `enable_${what}_desktop_notifications`,
  what === "offline" ? "enable_sounds" : `enable_${what}_audible_notifications`,
  `enable_${what}_push_notifications`,
  `enable_${what}_email_notifications`,
]);

/** Settings that have a separate control on one of the pages. */
const ownPages = {
  person: ["full_name", "email", "old_password", "new_password", "timezone", "default_language", "enter_sends"],
  quiet: ["do_not_disturb_until", "quiet_hours", "notification_sound"],
  joining: ["invite_required", "emails_restricted_to_domains", "disallow_disposable_email_addresses"],
  signIn: ["authentication_methods"],
};

test("the client offers all user settings that the API can change", () => {
  const offered = [...namesIn(words.settings.parts), ...inTable, ...ownPages.person, ...ownPages.quiet];
  assert.deepEqual(offered.toSorted(), parametersOf("/settings").toSorted());
});

test("the client offers all settings that can have a default for new users", () => {
  const offered = new Set([...namesIn(words.settings.parts), ...inTable, ...ownPages.quiet, "enter_sends"]);
  const missing = parametersOf("/realm/user_settings_defaults").filter((name) => !offered.has(name));
  assert.deepEqual(missing, []);
});

test("the client offers all organization settings that the API can change", () => {
  const permissions = words.permissions.realm.flatMap((part) => Object.keys(part.permissions));
  const offered = [...namesIn(words.realmSettings.parts), ...permissions, ...ownPages.joining, ...ownPages.signIn];
  assert.deepEqual(offered.toSorted(), parametersOf("/realm").toSorted());
});
