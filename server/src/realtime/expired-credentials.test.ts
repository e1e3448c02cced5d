import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock,
  days,
  hours,
  newRealm,
  Person,
  signsIn,
  startServer,
  type TestRealm,
  untilHeld,
} from "@parlance/testkit";
import { givePassword, PASSWORD } from "../pages/fixtures/passwords.ts";
import { EventStream } from "./fixtures/event-stream-client.ts";

const testServer = await startServer();
const messages = { event_types: ["message"] };

/** A program of a person's with a scoped key. */
async function program(
  person: Person,
  more: { expires_at?: number } = {},
): Promise<Person & { readonly keyId: number }> {
  const { id, api_key: apiKey } = await person.does("POST", "/users/me/api_keys", { name: "A program", ...more });
  return Object.assign(new Person(person.site, { ...person, apiKey }), { keyId: id });
}

/** A poll and a stream that wait, each at a queue of its own. */
async function waits(person: Person, { server }: Pick<TestRealm, "server">) {
  const [polling, streaming] = [await person.registers(messages), await person.registers(messages)];
  const stream = await EventStream.of(person, streaming);
  await stream.nextBlock();
  const poll = polling.polls({ block: true });
  await untilHeld(server, 2);
  return { poll, stream };
}

const inSeconds = (milliseconds: number): number => Math.floor((clock.now().getTime() + milliseconds) / 1000);

const expiries: readonly [string, (realm: TestRealm) => Promise<Person>, number][] = [
  ["scoped key", ({ hamlet }) => program(hamlet, { expires_at: inSeconds(hours(1)) }), hours(1) + 1000],
  ["session", ({ server, hamlet }) => signsIn(server, hamlet), days(14) + 1000],
];

for (const [credential, open, lifetime] of expiries) {
  test(`when a ${credential} expires its stream and its poll end, and neither gets what happens after that`, async () => {
    const realm = await newRealm(testServer);
    const { poll, stream } = await waits(await open(realm), realm);
    using _ = stream;
    clock.advance(lifetime);
    await realm.othello.writesTo(realm.hamlet, { content: "For those who may still read" });
    assert.deepEqual(await poll, []);
    assert.equal(await stream.next(), undefined);
  });
}

test("when a credential expires, what waits ends though nothing happens", async () => {
  const realm = await newRealm(testServer);
  const { poll, stream } = await waits(await program(realm.hamlet, { expires_at: inSeconds(hours(1)) }), realm);
  using _ = stream;
  clock.advance(hours(1) + 1000);
  assert.deepEqual(await poll, []);
  assert.equal(await stream.next(), undefined);
});

type Case = readonly [string, (realm: TestRealm) => Promise<{ reader: Person; end: () => Promise<unknown> }>];

const endings: readonly Case[] = [
  [
    "an account is deactivated",
    async ({ desdemona, hamlet }) => ({ reader: hamlet, end: () => desdemona.does("DELETE", `/users/${hamlet.id}`) }),
  ],
  [
    "an account is deactivated whose browser listens",
    async ({ server, desdemona, hamlet }) => ({
      reader: await signsIn(server, hamlet),
      end: () => desdemona.does("DELETE", `/users/${hamlet.id}`),
    }),
  ],
  [
    "a browser signs another one out",
    async ({ server, hamlet }) => {
      const [reader, other] = [await signsIn(server, hamlet), await signsIn(server, hamlet)];
      return { reader, end: () => other.does("DELETE", "/users/me/sessions") };
    },
  ],
  [
    "an administrator signs a user out",
    async ({ server, desdemona, hamlet }) => ({
      reader: await signsIn(server, hamlet),
      end: () => desdemona.does("DELETE", `/users/${hamlet.id}/sessions`),
    }),
  ],
  [
    "a password is changed",
    async (realm) => {
      await givePassword(realm, realm.hamlet);
      const reader = await signsIn(realm.server, realm.hamlet);
      const passwords = { old_password: PASSWORD, new_password: "the readiness is all, says he" };
      return { reader, end: () => realm.hamlet.does("PATCH", "/settings", passwords) };
    },
  ],
  [
    "a scoped key is revoked",
    async ({ hamlet }) => {
      const reader = await program(hamlet);
      return { reader, end: () => hamlet.does("DELETE", `/users/me/api_keys/${reader.keyId}`) };
    },
  ],
  [
    "an API key is regenerated",
    async ({ hamlet }) => ({ reader: hamlet, end: () => hamlet.does("POST", "/users/me/api_key/regenerate") }),
  ],
  [
    "the way by which a browser came is turned off",
    async ({ server, desdemona, hamlet }) => ({
      reader: await signsIn(server, hamlet, { method: "Passkey" }),
      end: () => desdemona.does("PATCH", "/realm", { authentication_methods: { Passkey: false } }),
    }),
  ],
  [
    "an organization is deactivated",
    async ({ desdemona, hamlet }) => ({ reader: hamlet, end: () => desdemona.does("POST", "/realm/deactivate") }),
  ],
];

for (const [what, begin] of endings) {
  test(`streams and polls end when ${what}`, async () => {
    const realm = await newRealm(testServer);
    const { reader, end } = await begin(realm);
    const { poll, stream } = await waits(reader, realm);
    using _ = stream;
    await end();
    await poll.catch(() => undefined);
    for (let event = await stream.next(); event !== undefined; event = await stream.next()) {
      assert.notEqual(event.type, "message");
    }
  });
}
