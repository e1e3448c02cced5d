import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type TestUser, startServer, testServer, watchEvents, until } from "@parlance/testkit";
import { Phone, TestRelay } from "./fixtures/test-relay.ts";

const relay = await TestRelay.start();
test.after(() => relay[Symbol.asyncDispose]());
const server = await startServer({ pushRelayUrl: relay.url }, { withJobs: true });

/** The largest 64-bit number, which JavaScript numbers cannot represent exactly. */
const LARGEST = "9223372036854775807";

const register = (person: TestUser, phone: Phone, more: object = {}) =>
  person.post("/mobile_push/register", { ...phone.registration(relay), ...more });

/** Registers a phone, and waits for the relay's result. */
async function registers(person: TestUser, phone: Phone, more: object = {}): Promise<string | undefined> {
  const client = await person.registerQueue({ event_types: ["push_device"] });
  assert.equal((await register(person, phone, more)).result, "success");
  for (;;) {
    for (const event of await client.poll({ block: true })) {
      if (event.type === "push_device" && event.status !== "pending") return event.error_code ?? event.status;
    }
  }
}

const testsPhones = (person: TestUser, push_account_id?: string) =>
  person.post("/mobile_push/e2ee/test_notification", push_account_id === undefined ? {} : { push_account_id });

const pushesIn = (raw: string): string[] =>
  [...raw.matchAll(/"encrypted_data":"([^"]+)"/g)].map(([, data]) => data ?? "");

test("a phone is registered at the relay and its owner sees the progress, but the server cannot read the registration", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const phone = new Phone(LARGEST);
  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], async () => {
    assert.equal(await registers(hamlet, phone), "active");
  });
  assert.deepEqual(
    toHamlet?.map(({ push_account_id: account, status }) => [account, status]),
    [
      [LARGEST, "pending"],
      [LARGEST, "active"],
    ],
  );
  assert.deepEqual(toOthello, []);
  const { push_devices: devices } = (await hamlet.registerQueue()).state;
  assert.deepEqual(devices, { [LARGEST]: { status: "active", error_code: null } });
  assert.ok(relay.requests.every(({ raw }) => !raw.includes("token of")));
});

test("a test notification reaches the phone, and only the phone can read it", async () => {
  const { hamlet, realmId } = await createTestOrganization(server);
  const [phone, tablet] = [new Phone("-5"), new Phone(LARGEST)];
  await registers(hamlet, phone);
  await registers(hamlet, tablet, { token_kind: "apns" });
  relay.requests.length = 0;
  assert.equal((await testsPhones(hamlet)).result, "success");
  const [request] = relay.to("push/e2ee/notify");
  assert.ok(request);
  assert.ok(request.raw.includes(`"push_account_id":${LARGEST},`), "the number is exact");
  const [toPhone = "", toTablet = ""] = pushesIn(request.raw);
  const { name } = { name: "Shakespeare" };
  const { time, ...content } = phone.opens(toPhone);
  assert.deepEqual(content, {
    type: "test",
    realm_url: `http://${hamlet.site.host}`,
    realm_name: name,
    user_id: hamlet.id,
  });
  assert.ok(typeof time === "number");
  assert.equal(tablet.opens(toTablet)["type"], "test");
  assert.throws(() => tablet.opens(toPhone));
  assert.ok(!request.raw.includes(name) && realmId > 0);
  const [fcm, apns] = request.body["push_requests"] as Record<string, unknown>[];
  assert.equal(fcm?.["fcm_priority"], "high");
  assert.deepEqual(apns?.["http_headers"], { apns_priority: 10, apns_push_type: "alert" });

  relay.requests.length = 0;
  await testsPhones(hamlet, LARGEST);
  assert.equal(pushesIn(relay.to("push/e2ee/notify")[0]?.raw ?? "").length, 1);
});

test("registering an active phone again changes nothing, and a failed registration can be repeated", async () => {
  const { hamlet } = await createTestOrganization(server);
  const phone = new Phone("7");
  const wrong = { bouncer_public_key: Buffer.alloc(32, 1).toString("base64") };
  assert.equal(await registers(hamlet, phone, wrong), "INVALID_BOUNCER_PUBLIC_KEY");
  assert.deepEqual((await hamlet.registerQueue()).state.push_devices, {
    "7": { status: "failed", error_code: "INVALID_BOUNCER_PUBLIC_KEY" },
  });
  assert.equal((await testsPhones(hamlet)).code, "NO_ACTIVE_PUSH_DEVICE");
  assert.equal(
    await registers(hamlet, phone, { encrypted_push_registration: "c2VhbGVk" }),
    "INVALID_ENCRYPTED_PUSH_REGISTRATION",
  );
  assert.equal(await registers(hamlet, phone), "active");

  relay.requests.length = 0;
  const [events] = await watchEvents([hamlet], () => register(hamlet, new Phone("7")));
  assert.deepEqual(events, []);
  await testsPhones(hamlet);
  assert.equal(phone.opens(pushesIn(relay.to("push/e2ee/notify")[0]?.raw ?? "")[0] ?? "")["type"], "test");
});

test("if the relay is unreachable, the registration is retried until it responds", async () => {
  const { hamlet } = await createTestOrganization(server);
  relay.refusals.push("silent", { status: 502, code: "" });
  assert.equal(await registers(hamlet, new Phone("1")), "active");
});

test("if a test notification was not delivered, the error says why", async () => {
  const { hamlet } = await createTestOrganization(server);
  await registers(hamlet, new Phone("1"));
  const expected: readonly [Parameters<typeof relay.refusals.push>[0], number, string][] = [
    ["silent", 502, "FAILED_TO_CONNECT_BOUNCER"],
    [{ status: 500, code: "" }, 502, "INTERNAL_SERVER_ERROR_ON_BOUNCER"],
    [{ status: 400, code: "PUSH_NOTIFICATIONS_DISALLOWED" }, 403, "ADMIN_ACTION_REQUIRED"],
  ];
  for (const [refusal, status, code] of expected) {
    relay.refusals.push(refusal);
    const answer = await testsPhones(hamlet);
    assert.deepEqual([answer.status, answer.code], [status, code]);
  }
  assert.equal((await testsPhones(hamlet, "2")).code, "NO_ACTIVE_PUSH_DEVICE");
});

test("a phone that no longer exists according to the relay is deleted", async () => {
  const { hamlet } = await createTestOrganization(server);
  await registers(hamlet, new Phone("1"));
  const { push_requests: pushes } = await (async () => {
    relay.requests.length = 0;
    await testsPhones(hamlet);
    return relay.to("push/e2ee/notify")[0]?.body as { push_requests: { device_id: number }[] };
  })();
  relay.gone.add(pushes[0]?.device_id ?? 0);
  assert.equal((await testsPhones(hamlet)).code, "NO_ACTIVE_PUSH_DEVICE");
  assert.deepEqual((await hamlet.registerQueue()).state.push_devices, {});
});

test("when a user is deactivated, the user's phones are deleted at the relay", async () => {
  const { desdemona, hamlet } = await createTestOrganization(server);
  for (const account of ["1", "2"]) await registers(hamlet, new Phone(account));
  relay.requests.length = 0;
  await desdemona.callOrThrow("DELETE", `/users/${hamlet.id}`);
  const unregistrations = () => relay.to("push/e2ee/unregister");
  await until(() => unregistrations().length > 0);
  assert.deepEqual(
    unregistrations().map(({ body }) => (body["device_ids"] as number[]).length),
    [2],
  );
});

test("invalid keys and account ids are rejected", async () => {
  const { hamlet } = await createTestOrganization(server);
  const phone = new Phone("1");
  const wrong: readonly (readonly [object, string])[] = [
    [{ push_public_key: "short" }, "Invalid `push_public_key`"],
    [{ push_public_key: Buffer.alloc(31).toString("base64") }, "Invalid `push_public_key`"],
    [{ push_public_key: phone.publicKey.slice(0, -1) }, "Invalid `push_public_key`"],
    [{ push_account_id: "9223372036854775808" }, "push_account_id is not an integer"],
    [{ push_account_id: "1.5" }, "push_account_id is not an integer"],
    [{ push_account_id: "" }, "push_account_id is not an integer"],
    [{ token_kind: "wns" }, "Invalid token_kind"],
  ];
  for (const [more, message] of wrong) {
    const { status, msg } = await register(hamlet, phone, more);
    assert.deepEqual([status, msg], [400, message]);
  }
});

test("clients can find out whether the server has a relay", async () => {
  for (const [where, isThere] of [
    [server, true],
    [await testServer(), false],
  ] as const) {
    const { hamlet } = await createTestOrganization(where);
    assert.equal((await hamlet.callOrThrow("GET", "/server_settings")).push_notifications_enabled, isThere);
    assert.equal((await hamlet.registerQueue()).state.realm_push_notifications_enabled, isThere);
  }
});

test("clients receive changes of the relay's push status for their organization", async () => {
  const { hamlet } = await createTestOrganization(server);
  await registers(hamlet, new Phone("1"));
  const [events] = await watchEvents([hamlet], async () => {
    relay.refusals.push({ status: 403, code: "PUSH_NOTIFICATIONS_DISALLOWED" });
    assert.equal((await testsPhones(hamlet)).code, "ADMIN_ACTION_REQUIRED");
    await testsPhones(hamlet);
    await testsPhones(hamlet);
    relay.endsAt = 2_000_000_000;
    await testsPhones(hamlet);
  });
  relay.endsAt = null;
  assert.deepEqual(
    events?.map((event) => event.type === "realm" && event.op === "update" && [event.property, event.value]),
    [
      ["push_notifications_enabled", false],
      ["push_notifications_enabled", true],
      ["push_notifications_enabled_end_timestamp", 2_000_000_000],
    ],
  );
});
