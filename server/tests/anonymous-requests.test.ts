import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, testServer, type TestOrganization } from "@parlance/testkit";
import { MAX_BODY_BYTES } from "@parlance/kernel/http/limits.ts";
import { formatRequestHead, RawClient } from "@parlance/kernel/http/fixtures/raw-client.ts";
import { createBot } from "#modules/bots/accounts/fixtures/bots.ts";

const server = await testServer();
const announced = { "content-type": "multipart/form-data; boundary=edge", "content-length": MAX_BODY_BYTES };

/** Announces a large body without sending any of it. Returns the response. */
function announce(
  realm: TestOrganization,
  path: string,
  { email, apiKey } = { email: "", apiKey: "" },
): Promise<string> {
  const credentials = Buffer.from(`${email}:${apiKey}`).toString("base64");
  const headers = { ...announced, host: realm.host, ...(email ? { authorization: `Basic ${credentials}` } : {}) };
  return new RawClient(`http://127.0.0.1:${server.port}`, formatRequestHead({ path, headers })).end();
}

test("no path reads a large body from a client that is not allowed to send it", async () => {
  const realm = await createTestOrganization();
  const { hamlet, desdemona } = realm;
  const paths = [
    "/users/me/avatar",
    "/messages",
    "/fetch_api_key",
    "/nothing",
    "//login",
    "//register",
    "//",
    "//health",
  ];
  for (const path of [...paths, "//api", "//metrics", "//nothing", `//avatar/${hamlet.id}`]) {
    assert.match(await announce(realm, path), /^HTTP\/1.1 4(01|04|05|13) [^]*\r\nconnection: close\r\n/i, path);
  }
  assert.match(await announce(realm, "//login"), /^HTTP\/1.1 413 [^]*<!doctype html>/);
  const wrongKey = { email: hamlet.email, apiKey: desdemona.apiKey };
  assert.match(await announce(realm, "/users/me/avatar", wrongKey), /^HTTP\/1.1 401 [^]*Invalid API key/);
  const hook = await createBot(hamlet, { bot_type: 2 });
  assert.match(await announce(realm, "/users/me/avatar", hook), /^HTTP\/1.1 401 [^]*incoming webhook bots/);
  await desdemona.callOrThrow("DELETE", `/users/${hamlet.id}`);
  assert.match(await announce(realm, "/users/me/avatar", hamlet), /^HTTP\/1.1 401 [^]*deactivated/);
});

test("clients without an account that announce large bodies do not prevent users from sending large bodies", async () => {
  const realm = await createTestOrganization();
  await Promise.all(Array.from({ length: 24 }, () => announce(realm, "/users/me/avatar")));
  const large = { content: "x".repeat(900_000), topic: "y".repeat(900_000) };
  const { status } = await realm.hamlet.call("PATCH", "/messages/1", large);
  assert.equal(status, 400);
});
