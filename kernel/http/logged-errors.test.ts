import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { deriveApiKey } from "@parlance/server/modules/sign-in/api-keys/api-key.ts";
import { createLinkKey } from "@parlance/server/modules/sign-in/core/email-link-key.ts";
import { actorOf, basicAuth, startApp, type TestApp } from "./fixtures/test-app.ts";
import { loggablePath } from "./loggable-path.ts";

/** Returns the log line of the latest request. */
function lineOf({ logged }: TestApp): Record<string, unknown> {
  const [line] = logged.filter(({ msg }) => msg === "request").slice(-1);
  const { path, route, status, user, client, realm } = line ?? {};
  return { path, route, status, user, client, realm };
}

test("the log line of an undeclared route contains the path, the client and the user", async (t) => {
  const app = await startApp(t, []);
  const headers = { "user-agent": "OldClient/2.1" };
  await app.call("POST", "/users/me/old_feature", { headers, form: { token: "hunter2" } });
  const line = { path: "/api/v1/users/me/old_feature", route: "(none)", status: 404, client: "OldClient" };
  assert.deepEqual(lineOf(app), { ...line, user: actorOf("hamlet").id, realm: "acme" });

  await app.call("GET", "/users/me/old_feature?api_key=hunter2", { as: null, headers });
  assert.deepEqual(lineOf(app), { ...line, user: undefined, realm: "acme" });

  await app.call("GET", "/users/me/old_feature", {
    as: null,
    headers: { ...headers, authorization: basicAuth("hamlet@acme.example", "wrong".repeat(7)) },
  });
  assert.deepEqual(lineOf(app), { ...line, user: undefined, realm: "acme" });
  assert.ok(!JSON.stringify(app.logged).includes("hunter2"));
});

test("an undeclared route gets the same response, whether or not the caller can be identified", async (t) => {
  const broken = () => Promise.reject(new Error("no database"));
  const app = await startApp(t, [], { authenticate: broken, findRealm: broken });
  const { status, json } = await app.call("GET", "/nothing");
  assert.deepEqual([status, json], [404, { result: "error", msg: "Not found", code: "BAD_REQUEST" }]);
  assert.equal(lineOf(app)["status"], 404);
});

test("numbers and names of operations are logged", () => {
  for (const path of ["/api/v1/messages/17/render", "/api/v1/mark_all_as_read", "/api/v2/users", "/favicon.ico"]) {
    assert.equal(loggablePath(path), path);
  }
});

test("segments that may be a key, an address or a user's text are not logged", () => {
  const secret = Buffer.from("a secret that only tests know, long enough");
  const hidden = fc.oneof(
    fc.constant(null).map(() => createLinkKey()),
    fc.integer({ min: 1, max: 1e6 }).map((id) => deriveApiKey(secret, id, 1)),
    fc.constantFrom("hex", "base64url").map((encoding) => randomBytes(20).toString(encoding as "hex")),
    fc.emailAddress().map(encodeURIComponent),
    fc.emailAddress(),
    fc.constant("S3cret-Plans"),
    fc.uuid(),
    fc.string({ minLength: 15, unit: fc.constantFrom(..."abcdefghijklmnop") }),
    fc.string({ minLength: 1, unit: fc.constantFrom(..."äöü€😀") }).map(encodeURIComponent),
  );
  assertProperty(
    fc.property(hidden, (value) => {
      assert.equal(loggablePath(`/api/v1/things/${value.replaceAll("/", "")}/edit`), "/api/v1/things/[…]/edit");
    }),
    { rounds: 300, exploreRounds: 1000 },
  );
  assert.equal(loggablePath("/a".repeat(20)), `${"/a".repeat(11)}/…`);
});
