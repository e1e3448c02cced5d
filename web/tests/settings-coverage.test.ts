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

/** Returns the parameters of an operation that changes settings. */
function parametersOf(path: string): readonly string[] {
  const [body] = Object.values(reference.paths[path]?.patch.requestBody.content ?? {});
  return Object.keys(body?.schema.properties ?? {});
}

const namesIn = (parts: Readonly<Record<string, SettingGroup>>): readonly string[] =>
  Object.values(parts).flatMap(({ settings }) => Object.keys(settings));

/** Twelve settings that are in the notification table. */
const inTable = ["offline", "followed_topic", "stream"].flatMap((what) => [
  what === "offline" ? "enable_desktop_notifications" : `enable_${what}_desktop_notifications`,
  what === "offline" ? "enable_sounds" : `enable_${what}_audible_notifications`,
  `enable_${what}_push_notifications`,
  `enable_${what}_email_notifications`,
]);

/** Settings with a control of their own on a page. */
const ownPages = {
  person: ["full_name", "email", "old_password", "new_password", "timezone", "default_language", "enter_sends"],
  quiet: ["do_not_disturb_until", "quiet_hours", "notification_sound"],
  joining: ["invite_required", "emails_restricted_to_domains", "disallow_disposable_email_addresses"],
  signIn: ["authentication_methods"],
};

test("every user setting that can be changed by the API is offered", () => {
  const offered = [...namesIn(words.settings.parts), ...inTable, ...ownPages.person, ...ownPages.quiet];
  assert.deepEqual(offered.toSorted(), parametersOf("/settings").toSorted());
});

test("every setting that can have a default for new users is offered", () => {
  const offered = new Set([...namesIn(words.settings.parts), ...inTable, ...ownPages.quiet, "enter_sends"]);
  const missing = parametersOf("/realm/user_settings_defaults").filter((name) => !offered.has(name));
  assert.deepEqual(missing, []);
});

test("every organization setting that can be changed by the API is offered", () => {
  const permissions = words.permissions.realm.flatMap((part) => Object.keys(part.permissions));
  const offered = [...namesIn(words.realmSettings.parts), ...permissions, ...ownPages.joining, ...ownPages.signIn];
  assert.deepEqual(offered.toSorted(), parametersOf("/realm").toSorted());
});
