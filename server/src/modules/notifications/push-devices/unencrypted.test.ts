import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, TestUser, startServer, testServer, until } from "@parlance/testkit";
import { Phone, TestRelay } from "./fixtures/test-relay.ts";

const relay = await TestRelay.start();
test.after(() => relay[Symbol.asyncDispose]());
const server = await startServer({ pushRelayUrl: relay.url }, { withJobs: true });

const APNS = "/users/me/apns_device_token";
const FCM = "/users/me/android_gcm_reg_id";

const registerPhone = (person: TestUser) => person.post(APNS, { token: "c0ffee", appid: "org.example.chat" });

/** Returns true if the relay has accepted a token. */
const hasServed = (token: string): boolean =>
  relay.served.some(({ path, body }) => path === "push/register" && body["token"] === token);

test("a token is stored once, forwarded to the relay, and deleted at the relay too", async () => {
  const { hamlet } = await createTestOrganization(server);
  for (let times = 0; times < 2; times += 1) assert.equal((await registerPhone(hamlet)).result, "success");
  assert.equal((await hamlet.post(FCM, { token: "any text" })).result, "success");
  const isRegistered = (token: string, kind: string, app?: string) =>
    relay
      .to("push/register")
      .some(({ body }) => body["token"] === token && body["token_kind"] === kind && body["ios_app_id"] === app);
  await until(() => isRegistered("c0ffee", "1", "org.example.chat") && isRegistered("any text", "2"));

  assert.equal((await hamlet.delete(APNS, { token: "c0ffee" })).result, "success");
  assert.equal((await hamlet.delete(APNS, { token: "c0ffee" })).msg, "Token does not exist");
  assert.equal((await hamlet.delete(FCM, { token: "c0ffee" })).msg, "Token does not exist");
  await until(() => relay.to("push/unregister").length === 1);
  assert.equal(relay.to("push/unregister")[0]?.body["token"], "c0ffee");
});

test("tokens with backslashes are handled correctly", async () => {
  const { hamlet } = await createTestOrganization(server);
  const tokens = ["a\\b", "a\\\\b", "\\x61", "a", "\\", String.raw`\101`, "A", `"{},'%_`];
  for (const token of [...tokens, ...tokens]) {
    assert.equal((await hamlet.post(FCM, { token })).result, "success", token);
    await until(() => hasServed(token));
  }
  for (const token of tokens) assert.equal((await hamlet.delete(FCM, { token })).result, "success", token);
  const isForgotten = (token: string) => relay.to("push/unregister").some(({ body }) => body["token"] === token);
  await until(() => tokens.every(isForgotten));
});

test("a response of the relay with text that cannot be stored causes no error", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  relay.refusals.push({ status: 400, code: "A\0B" });
  await hamlet.callOrThrow("POST", "/mobile_push/register", new Phone("7").registration(relay));
  const stored = async (table: "push_device" | "push_token"): Promise<Record<string, unknown> | undefined> =>
    server.db.reader.selectFrom(table).selectAll().where("user_id", "=", hamlet.id).executeTakeFirst();
  await until(async () => (await stored("push_device"))?.["error_code"] === "BAD_REQUEST");

  await hamlet.post(FCM, { token: "gone" });
  await until(() => hasServed("gone"));
  relay.plainReports.push({ deleted_devices: { apple_devices: [], android_devices: ["a\0", "\ud800", "gone"] } });
  await othello.sendDirectMessage(hamlet);
  await until(async () => (await stored("push_token")) === undefined);
});

test("a request that the relay declares invalid is not retried, and one that it rejects temporarily is retried", async () => {
  const { hamlet } = await createTestOrganization(server);
  const requestCount = (token: string) => relay.requests.filter(({ body }) => body["token"] === token).length;
  await hamlet.post(FCM, { token: "known" });
  await until(() => hasServed("known"));
  relay.refusals.push({ status: 400, code: "BAD_REQUEST" });
  await hamlet.post(FCM, { token: "wrong" });
  await until(() => requestCount("wrong") === 1);
  relay.refusals.push({ status: 403, code: "PUSH_NOTIFICATIONS_DISALLOWED" });
  await hamlet.post(FCM, { token: "passing" });
  await until(() => requestCount("passing") === 2);
  assert.equal(requestCount("wrong"), 1);
});

test("if the relay temporarily rejects the server's registration, phones are registered later", async () => {
  await using strict = await TestRelay.start();
  await using otherServer = await startServer({ pushRelayUrl: strict.url }, { withJobs: true });
  const { hamlet } = await createTestOrganization(otherServer);
  strict.registrationRefusals.push({ status: 400, code: "BAD_REQUEST" });
  await hamlet.post(FCM, { token: "patient" });
  await until(() => strict.served.some(({ body }) => body["token"] === "patient"));
  assert.equal(strict.to("server/register").length, 2);
});

test("a test notification goes to all of a user's tokens, or to one that the request names, but not to another user's token", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  await registerPhone(hamlet);
  await hamlet.post(FCM, { token: "robot" });
  await othello.post(FCM, { token: "handkerchief" });
  // Tokens are forwarded by jobs, independently of requests.
  await until(() => hasServed("robot") && hasServed("handkerchief"));
  relay.requests.length = 0;
  assert.equal((await hamlet.post("/mobile_push/test_notification")).result, "success");
  const tokens = relay.to("push/test_notification").map(({ body }) => body["token"]);
  assert.deepEqual(new Set(tokens), new Set(["c0ffee", "robot"]));
  const unknown = await hamlet.post("/mobile_push/test_notification", { token: "handkerchief" });
  assert.deepEqual([unknown.status, unknown.code], [400, "INVALID_PUSH_DEVICE_TOKEN"]);
  relay.refusals.push({ status: 400, code: "INVALID_REMOTE_PUSH_DEVICE_TOKEN" });
  const known = await hamlet.post("/mobile_push/test_notification", { token: "robot" });
  assert.equal(known.code, "INVALID_REMOTE_PUSH_DEVICE_TOKEN");
});

test("regenerating the API key removes the tokens of the user's phones", async () => {
  const { hamlet } = await createTestOrganization(server);
  await registerPhone(hamlet);
  const { api_key: apiKey } = await hamlet.callOrThrow("POST", "/users/me/api_key/regenerate");
  const again = new TestUser(hamlet.site, { id: hamlet.id, email: hamlet.email, fullName: hamlet.fullName, apiKey });
  assert.equal((await again.delete(APNS, { token: "c0ffee" })).msg, "Token does not exist");
});

test("the phones of a deactivated user are deleted, on the server and at the relay", async () => {
  const { desdemona, hamlet } = await createTestOrganization(server);
  await hamlet.post(FCM, { token: "leaves" });
  await until(() => hasServed("leaves"));
  await desdemona.callOrThrow("DELETE", `/users/${hamlet.id}`);
  await until(() => relay.to("push/unregister").some(({ body }) => body["token"] === "leaves"));
  await desdemona.callOrThrow("POST", `/users/${hamlet.id}/reactivate`);
  assert.equal((await hamlet.delete(FCM, { token: "leaves" })).msg, "Token does not exist");
});

test("if an organization with phones is deactivated, this is reported to the relay", async () => {
  const { desdemona, hamlet } = await createTestOrganization(server);
  await hamlet.post(FCM, { token: "closes" });
  await until(() => hasServed("closes"));
  const uuid = relay.served.find(({ body }) => body["token"] === "closes")?.body["realm_uuid"];
  await desdemona.callOrThrow("POST", "/realm/deactivate");
  const isReported = () =>
    relay.to("server/analytics").some(({ body: report }) => {
      const realms = JSON.parse(String(report["realms"])) as { readonly uuid: string; readonly deactivated: boolean }[];
      return realms.some((realm) => realm.uuid === uuid && realm.deactivated);
    });
  await until(isReported);
});

test("an invalid token is rejected", async () => {
  const { hamlet } = await createTestOrganization(server);
  const appid = "org.example.chat";
  const answers = [
    await hamlet.post(APNS, { token: "", appid }),
    await hamlet.post(APNS, { token: "no hex", appid }),
    await hamlet.post(APNS, { token: "abc", appid }),
    await hamlet.post(FCM, { token: "x".repeat(4097) }),
    await hamlet.delete(FCM, { token: "" }),
    await hamlet.post(APNS, { token: "c0ffee", appid: "an app" }),
  ];
  assert.deepEqual(
    answers.map(({ msg }) => msg),
    [
      "Empty or invalid length token",
      "Invalid APNS token",
      "Invalid APNS token",
      "Empty or invalid length token",
      "Empty or invalid length token",
      "appid has invalid format",
    ],
  );
  assert.equal((await hamlet.post(FCM, { token: "é".repeat(4096) })).result, "success");
});

test("a server without a relay reports this, but still stores tokens", async () => {
  const { hamlet } = await createTestOrganization(await testServer());
  assert.equal((await registerPhone(hamlet)).result, "success");
  assert.equal((await hamlet.post("/mobile_push/test_notification")).code, "PUSH_SERVICE_NOT_CONFIGURED");
});
