import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock,
  days,
  hours,
  createTestOrganization,
  TestUser,
  signInWithSession,
  startServer,
  type TestOrganization,
  untilPollsWaiting,
} from "@parlance/testkit";
import { setTestPassword, PASSWORD } from "../pages/fixtures/passwords.ts";
import { EventStream } from "./fixtures/event-stream-client.ts";

const testServer = await startServer();
const messages = { event_types: ["message"] };

/** Returns a client that uses a scoped API key of the user. */
async function program(
  person: TestUser,
  more: { expires_at?: number } = {},
): Promise<TestUser & { readonly keyId: number }> {
  const { id, api_key: apiKey } = await person.callOrThrow("POST", "/users/me/api_keys", {
    name: "A program",
    ...more,
  });
  return Object.assign(new TestUser(person.site, { ...person, apiKey }), { keyId: id });
}

/** Opens a waiting long poll and a waiting event stream, each on its own queue. */
async function waits(person: TestUser, { server }: Pick<TestOrganization, "server">) {
  const [polling, streaming] = [await person.registerQueue(messages), await person.registerQueue(messages)];
  const stream = await EventStream.of(person, streaming);
  await stream.nextBlock();
  const poll = polling.poll({ block: true });
  await untilPollsWaiting(server, 2);
  return { poll, stream };
}

const inSeconds = (milliseconds: number): number => Math.floor((clock.now().getTime() + milliseconds) / 1000);

const expiries: readonly [string, (realm: TestOrganization) => Promise<TestUser>, number][] = [
  ["scoped key", ({ hamlet }) => program(hamlet, { expires_at: inSeconds(hours(1)) }), hours(1) + 1000],
  ["session", ({ server, hamlet }) => signInWithSession(server, hamlet), days(14) + 1000],
];

for (const [credential, open, lifetime] of expiries) {
  test(`when a ${credential} expires, its stream and its poll end without receiving later events`, async () => {
    const realm = await createTestOrganization(testServer);
    const { poll, stream } = await waits(await open(realm), realm);
    using _ = stream;
    clock.shiftWallClock(lifetime);
    await realm.othello.sendDirectMessage(realm.hamlet, { content: "For those who may still read" });
    assert.deepEqual(await poll, []);
    assert.equal(await stream.next(), undefined);
  });
}

test("waiting polls and streams end when their credential expires, even if no event occurs", async () => {
  const realm = await createTestOrganization(testServer);
  const { poll, stream } = await waits(await program(realm.hamlet, { expires_at: inSeconds(hours(1)) }), realm);
  using _ = stream;
  clock.shiftWallClock(hours(1) + 1000);
  assert.deepEqual(await poll, []);
  assert.equal(await stream.next(), undefined);
});

type Case = readonly [string, (realm: TestOrganization) => Promise<{ reader: TestUser; end: () => Promise<unknown> }>];

const endings: readonly Case[] = [
  [
    "an account is deactivated",
    async ({ desdemona, hamlet }) => ({
      reader: hamlet,
      end: () => desdemona.callOrThrow("DELETE", `/users/${hamlet.id}`),
    }),
  ],
  [
    "the account of a logged-in browser is deactivated",
    async ({ server, desdemona, hamlet }) => ({
      reader: await signInWithSession(server, hamlet),
      end: () => desdemona.callOrThrow("DELETE", `/users/${hamlet.id}`),
    }),
  ],
  [
    "a browser is logged out from another browser",
    async ({ server, hamlet }) => {
      const [reader, other] = [await signInWithSession(server, hamlet), await signInWithSession(server, hamlet)];
      return { reader, end: () => other.callOrThrow("DELETE", "/users/me/sessions") };
    },
  ],
  [
    "an administrator logs a user out",
    async ({ server, desdemona, hamlet }) => ({
      reader: await signInWithSession(server, hamlet),
      end: () => desdemona.callOrThrow("DELETE", `/users/${hamlet.id}/sessions`),
    }),
  ],
  [
    "a password is changed",
    async (realm) => {
      await setTestPassword(realm, realm.hamlet);
      const reader = await signInWithSession(realm.server, realm.hamlet);
      const passwords = { old_password: PASSWORD, new_password: "the readiness is all, says he" };
      return { reader, end: () => realm.hamlet.callOrThrow("PATCH", "/settings", passwords) };
    },
  ],
  [
    "a scoped key is revoked",
    async ({ hamlet }) => {
      const reader = await program(hamlet);
      return { reader, end: () => hamlet.callOrThrow("DELETE", `/users/me/api_keys/${reader.keyId}`) };
    },
  ],
  [
    "an API key is regenerated",
    async ({ hamlet }) => ({ reader: hamlet, end: () => hamlet.callOrThrow("POST", "/users/me/api_key/regenerate") }),
  ],
  [
    "the login method of a browser session is disabled",
    async ({ server, desdemona, hamlet }) => ({
      reader: await signInWithSession(server, hamlet, { method: "Passkey" }),
      end: () => desdemona.callOrThrow("PATCH", "/realm", { authentication_methods: { Passkey: false } }),
    }),
  ],
  [
    "an organization is deactivated",
    async ({ desdemona, hamlet }) => ({
      reader: hamlet,
      end: () => desdemona.callOrThrow("POST", "/realm/deactivate"),
    }),
  ],
];

for (const [what, start] of endings) {
  test(`streams and polls end when ${what}`, async () => {
    const realm = await createTestOrganization(testServer);
    const { reader, end } = await start(realm);
    const { poll, stream } = await waits(reader, realm);
    using _ = stream;
    await end();
    await poll.catch(() => undefined);
    for (let event = await stream.next(); event !== undefined; event = await stream.next()) {
      assert.notEqual(event.type, "message");
    }
  });
}
