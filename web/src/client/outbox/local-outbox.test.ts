import assert from "node:assert/strict";
import { mock, test, type TestContext } from "node:test";
import { LocalOutbox, type SendMessage, type SendResult } from "./local-outbox.ts";
import { createMessageSender } from "../connection/api-requests.ts";
import { createIdempotentCall } from "../connection/idempotent-call.ts";
import { ServerClock } from "../connection/server-clock.ts";

const NOWHERE = { load: () => [], save: () => undefined, remove: () => undefined };
const TOPIC = { kind: "topic", channelId: 1, topic: "ghosts" } as const;

/**
 * Creates an outbox whose attempts to send have the given results, one after the other. Further attempts have the last
 * result.
 */
function answered(...answers: SendResult[]) {
  const tried: string[] = [];
  const send: SendMessage = async ({ content }) => {
    tried.push(content);
    return answers[Math.min(tried.length, answers.length) - 1] ?? "later";
  };
  return { outbox: new LocalOutbox(send, () => 0, NOWHERE), tried };
}

/** Lets pending callbacks run. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

async function passes(t: TestContext, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    t.mock.timers.tick(1000);
    await turn();
  }
}

test("a message that could not be sent is retried within a minute, and immediately once the connection is back", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { outbox, tried } = answered("later");
  outbox.send(TOPIC, "boo");
  await turn();
  await passes(t, 130);
  const before = tried.length;
  assert.ok(before >= 6 && before <= 8, `${before} attempts`);
  outbox.flush();
  await turn();
  assert.equal(tried.length, before + 1);
  await passes(t, 61);
  assert.equal(tried.length, before + 2);
});

test("sending is retried after a temporary error, but not after a rejection", async () => {
  const answers = async (status: number): Promise<SendResult> => {
    const answer = { result: "error", msg: "Not so", code: "ANY" };
    const fetched = mock.method(globalThis, "fetch", async () => Promise.resolve(Response.json(answer, { status })));
    const options = { clock: new ServerClock(), onSignedOut: () => undefined, onUnreachable: () => assert.fail() };
    const message = { key: "k", to: TOPIC, content: "boo", writtenAt: 0, standing: "waiting", problem: null } as const;
    try {
      return await createMessageSender({ callWithKey: createIdempotentCall(options), queueId: () => "" })(message);
    } finally {
      fetched.mock.restore();
    }
  };
  for (const status of [408, 429, 500, 502, 503]) assert.equal(await answers(status), "later", String(status));
  for (const status of [400, 403, 404]) assert.deepEqual(await answers(status), { refused: "Not so" });
});
