import assert from "node:assert/strict";
import { test } from "node:test";
import { call, createTestOrganization, type Parameters, type TestOrganization } from "@parlance/testkit";

/** Registers without an account. */
const looksAround = ({ desdemona }: TestOrganization, parameters: Parameters = {}) =>
  call(desdemona.site, { method: "POST", path: "/register", parameters, headers: {} });

async function openRealm(): Promise<TestOrganization> {
  const realm = await createTestOrganization();
  const { desdemona, hamlet } = realm;
  await desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
  await desdemona.createChannel("web", [desdemona], { is_web_public: true });
  await desdemona.createChannel("public", [desdemona, hamlet]);
  await desdemona.createChannel("private", [desdemona], { invite_only: true });
  await hamlet.callOrThrow("POST", "/users/me/status", { status_text: "at sea" });
  return realm;
}

test("a visitor without an account gets the web-public state of the organization, but no event queue", async () => {
  const realm = await openRealm();
  const answer = await looksAround(realm);
  assert.equal(answer.msg, "");
  assert.deepEqual([answer["queue_id"], answer["last_event_id"]], [null, -1]);
  const names = (list: unknown) => (list as { name: string }[]).map(({ name }) => name);
  assert.deepEqual(names(answer["never_subscribed"]), ["web"]);
  assert.deepEqual(names(answer["streams"]), ["web"]);
  assert.deepEqual([answer["subscriptions"], answer["unsubscribed"]], [[], []]);
  assert.deepEqual([answer["user_id"], answer["is_guest"], answer["is_admin"]], [0, true, false]);
});

test("a visitor without an account sees no users", async () => {
  const realm = await openRealm();
  const { realm_users, realm_non_active_users, realm_user_groups, user_status, ...rest } = await looksAround(realm);
  assert.deepEqual([realm_users, realm_non_active_users], [[], []]);
  assert.deepEqual([realm_user_groups, user_status], [undefined, undefined]);
  const text = JSON.stringify(rest);
  for (const { email, fullName } of [realm.desdemona, realm.hamlet, realm.polonius]) {
    assert.ok(!text.includes(email), email);
    assert.ok(!text.includes(fullName), fullName);
  }
});

test("visitors without an account cannot register if the organization does not allow them, and cannot use parameters that are only for accounts", async () => {
  const closed = await createTestOrganization();
  assert.equal((await looksAround(closed)).status, 401);
  const realm = await openRealm();
  for (const [name, value] of [
    ["client_gravatar", true],
    ["include_subscribers", "true"],
    ["event_types", ["message"]],
    ["all_public_streams", true],
  ] as const) {
    const { status, msg } = await looksAround(realm, { [name]: value });
    assert.deepEqual([status, msg], [400, `Invalid '${name}' parameter for anonymous request`]);
  }
});
