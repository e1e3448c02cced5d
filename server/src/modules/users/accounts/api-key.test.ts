import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  TestUser,
  signInWithSession,
  testServer,
  watchEvents,
  untilPollsWaiting,
} from "@parlance/testkit";

await testServer();

const INVALID = [401, "UNAUTHORIZED", "Invalid API key"];

async function refusal(answer: ReturnType<TestUser["get"]>): Promise<unknown[]> {
  const { status, code, msg } = await answer;
  return [status, code, msg];
}

const withKey = (person: TestUser, apiKey: unknown) =>
  new TestUser(person.site, { ...person, apiKey: apiKey as string });

test("a new key replaces the old one immediately", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const { api_key: key } = await hamlet.callOrThrow("POST", "/users/me/api_key/regenerate");
  assert.match(key, /^[0-9A-Za-z]{32}$/);
  assert.deepEqual(await refusal(hamlet.get("/users/me")), INVALID);
  assert.equal((await withKey(hamlet, key).get("/users/me"))["user_id"], hamlet.id);
  assert.equal((await othello.get("/users/me")).status, 200);
});

test("a poll that waits with the old key ends, and its event queue is deleted", async () => {
  const { hamlet, othello, server } = await createTestOrganization();
  const client = await hamlet.registerQueue();
  const pendingPoll = client.poll({ block: true });
  // The key is changed only when the poll is waiting at the server.
  await untilPollsWaiting(server, 1);
  const { api_key: key } = await hamlet.callOrThrow("POST", "/users/me/api_key/regenerate");
  assert.deepEqual(await pendingPoll, []);
  await othello.sendDirectMessage(hamlet);
  const poll = { queue_id: client.queueId, last_event_id: client.lastEventId, dont_block: true };
  assert.deepEqual(await refusal(hamlet.get("/events", poll)), INVALID);
  assert.equal((await withKey(hamlet, key).get("/events", poll)).code, "BAD_EVENT_QUEUE_ID");
});

test("when the API key is replaced, browser sessions stay valid, and other users receive no event", async () => {
  const { hamlet, othello, server } = await createTestOrganization();
  await signInWithSession(server, hamlet);
  const received = await watchEvents([othello], () => hamlet.callOrThrow("POST", "/users/me/api_key/regenerate"));
  assert.deepEqual(received, [[]]);
  const sessions = await server.db.reader
    .selectFrom("web_session")
    .select("user_id")
    .where("user_id", "=", hamlet.id)
    .execute();
  assert.equal(sessions.length, 1);
});

test("bots cannot regenerate their own keys", async () => {
  const { bot } = await createTestOrganization();
  assert.deepEqual(await refusal(bot.post("/users/me/api_key/regenerate")), [
    400,
    "BAD_REQUEST",
    "This endpoint does not accept bot requests.",
  ]);
});
