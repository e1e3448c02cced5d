import assert from "node:assert/strict";
import { test } from "node:test";
import { call, createTestOrganization, TestUser, testServer } from "@parlance/testkit";
import { createUpload, tus, type TusResponse } from "#modules/messages/uploads/fixtures/tus.ts";
import { uploadAs } from "#modules/messages/uploads/fixtures/upload-files.ts";

// Resumable uploads use a separate protocol (tus), for which `permissions.test.ts` has no rows.

const server = await testServer();
const content = "To be, or not to be";

const ANNOUNCEMENT = { headers: { "upload-length": content.length } };
const CONTINUATION = {
  headers: { "content-type": "application/offset+octet-stream", "upload-offset": 0 },
  body: content,
};

const outcome = ({ status, body }: TusResponse) => [status, body["code"]];

/** Sends a request of each kind for an upload: status, continuation and deletion. */
async function requestAll(person: TestUser, path: string) {
  const look = await tus(person, "HEAD", path);
  const goOn = await tus(person, "PATCH", path, CONTINUATION);
  const end = await tus(person, "DELETE", path);
  return [look.status, outcome(goOn), outcome(end)];
}

test("every user with an account, including guests and bots, can make resumable uploads", async () => {
  const { desdemona, iago, shiva, hamlet, polonius, bot } = await createTestOrganization(server);
  for (const person of [desdemona, iago, shiva, hamlet, polonius, bot]) {
    await uploadAs(person);
    const path = await createUpload(person, content.length);
    const { status, body } = await tus(person, "PATCH", path, CONTINUATION);
    assert.equal(status, 200, person.fullName);
    assert.equal((await person.fetch(String(body["url"]))).bytes.toString(), content);
  }
});

test("resumable uploads are rejected for deactivated users, wrong keys and clients without an account, even if the organization allows visitors", async () => {
  const { desdemona, hamlet, othello } = await createTestOrganization(server);
  await desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
  const path = await createUpload(othello, content.length);
  await desdemona.callOrThrow("DELETE", `/users/${othello.id}`);
  const wrong = new TestUser(hamlet.site, { ...hamlet, apiKey: "x".repeat(32) });
  const headers = { "tus-resumable": "1.0.0", "upload-length": String(content.length) };
  const spectator = await call(hamlet.site, { method: "POST", path: "/tus", headers });
  assert.deepEqual(outcome(await tus(othello, "POST", "/api/v1/tus", ANNOUNCEMENT)), [401, "UNAUTHORIZED"]);
  assert.deepEqual(await requestAll(othello, path), [401, [401, "UNAUTHORIZED"], [401, "UNAUTHORIZED"]]);
  assert.deepEqual(outcome(await tus(wrong, "POST", "/api/v1/tus", ANNOUNCEMENT)), [401, "UNAUTHORIZED"]);
  assert.deepEqual([spectator.status, spectator.code], [401, "UNAUTHORIZED"]);

  await desdemona.callOrThrow("POST", `/users/${othello.id}/reactivate`);
  assert.equal((await tus(othello, "HEAD", path)).status, 200);
});

test("every caller gets the same response for another user's upload as for a nonexistent one", async () => {
  const { desdemona, iago, hamlet, polonius, bot } = await createTestOrganization(server);
  const elsewhere = await createTestOrganization(server);
  const path = await createUpload(hamlet, content.length);
  const none = path.replace(/[0-9a-f]{48}$/, "0".repeat(48));
  for (const person of [desdemona, iago, polonius, bot, elsewhere.desdemona]) {
    const missing = await requestAll(person, none);
    assert.equal(missing[0], 404);
    assert.deepEqual(await requestAll(person, path), missing, person.fullName);
  }
  assert.equal((await tus(hamlet, "PATCH", path, CONTINUATION)).status, 200);
});
