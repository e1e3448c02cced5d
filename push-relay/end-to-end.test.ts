import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type TestUser, startServer, until } from "@parlance/testkit";
import { Phone } from "@parlance/server/modules/notifications/push-devices/fixtures/test-relay.ts";
import { registerPhone } from "./fixtures/phones.ts";
import { startRelay } from "./fixtures/test-relay.ts";
import { RecordingProxy } from "./fixtures/recording-proxy.ts";

const relay = await startRelay();
/** A proxy between the server and the relay. The tests assert that the recorded traffic reveals nothing. */
const wire = await RecordingProxy.start(() => Number(new URL(relay.url).port));
const settings = { pushRelayUrl: `http://localhost:${wire.port}/`, mailFrom: "chat@example.com" };
const server = await startServer(settings, { withJobs: true });
// The relay is stopped first, to show that a server can stop even if its relay is gone.
test.after(async () => {
  await relay[Symbol.asyncDispose]();
  await wire[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/**
 * Registers a phone with the server, which registers it with the relay. Returns the phone's token, which the server
 * never sees.
 */
const has = (person: TestUser, phone: Phone, kind: "apns" | "fcm") =>
  registerPhone(person, phone, kind, relay.publicKey);

const receivedBy = (token: string) => ({
  apple: relay.apple.notifications.filter((one) => one.token === token),
  google: relay.google.messages.filter((one) => one.token === token),
});

/** Waits until a phone has received at least `least` encrypted notifications, and returns them. */
async function sealedFor(token: string, least: number): Promise<string[]> {
  return until(() => {
    const { apple, google } = receivedBy(token);
    const sealed = [
      ...apple.map(({ raw }) => (JSON.parse(raw) as { encrypted_data: string }).encrypted_data),
      ...google.map(({ data }) => String(data["encrypted_data"])),
    ];
    return sealed.length >= least && sealed;
  });
}

test("a test notification and a message are sent through the relay to phones, and only the phones can read them", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const secret = "the rest is silence";
  const tokens: string[] = [];
  for (const kind of ["apns", "fcm"] as const) {
    const phone = new Phone(kind === "apns" ? "9223372036854775807" : "-9223372036854775808");
    const token = await has(othello, phone, kind);
    tokens.push(token);
    await othello.callOrThrow("POST", "/mobile_push/e2ee/test_notification", { push_account_id: phone.accountId });
    const [first = ""] = await sealedFor(token, 1);
    assert.equal(phone.opens(first)["type"], "test");

    const id = await hamlet.sendDirectMessage(othello, { content: secret });
    const [, second = ""] = await sealedFor(token, 2);
    const { type, message_id, content, sender_full_name } = phone.opens(second);
    assert.deepEqual([type, message_id, content, sender_full_name], ["message", id, secret, hamlet.fullName]);
  }
  const toRelay = wire.recordedText;
  const toServices = JSON.stringify([relay.apple.notifications, relay.google.messages]);
  assert.match(toRelay, /push\/e2ee\/notify.*encrypted_data/s);
  const words = [secret, "silence", '"type":"test"', hamlet.fullName, othello.fullName, hamlet.email, othello.email];
  const all = toRelay + toServices + relay.logged();
  for (const word of words) {
    // The text must not occur in the encoding of a form either.
    for (const text of [word, encodeURIComponent(word), new URLSearchParams([["", word]]).toString().slice(1)]) {
      assert.ok(!all.includes(text), text);
    }
    assert.ok(!all.includes(Buffer.from(word).toString("base64").slice(0, -3)), word);
  }
  // The server must not see the tokens, and the relay must not log them.
  for (const token of tokens) assert.ok(!(toRelay + relay.logged()).includes(token));
});
