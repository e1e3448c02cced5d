import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization } from "@parlance/testkit";

test("a text can be rendered without being sent, and links only to channels that the user can see", async () => {
  const { hamlet, othello, polonius, bot } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet]);
  await hamlet.createChannel("secret", [hamlet], { invite_only: true });
  const rendered = async (person: typeof hamlet, content: string) =>
    (await person.callOrThrow("POST", "/messages/render", { content }))["rendered"];
  const content = "*To* @**Othello** #**secret**  \n";
  const message = await hamlet.sendDirectMessage(hamlet, { content });
  const sent = (await hamlet.callOrThrow("GET", `/messages/${message}`))["message"].content;
  assert.equal(await rendered(hamlet, content), sent);
  assert.match(sent, /data-user-id.*class="stream"/);
  for (const person of [othello, polonius, bot]) assert.doesNotMatch(await rendered(person, content), /class="stream"/);
  for (const nothing of ["", " \n\t"]) assert.equal(await rendered(hamlet, nothing), "");
  const cut = await rendered(hamlet, "x".repeat(10_001));
  assert.ok(cut.endsWith("x<br>\n[message truncated]</p>"), cut.slice(-50));
  const { messages } = await othello.callOrThrow("GET", "/messages", { anchor: "newest", num_before: 9 });
  assert.deepEqual(messages, []);
});

test("a request without content, or with null bytes in it, is rejected", async () => {
  const { hamlet } = await createTestOrganization();
  const missing = await hamlet.call("POST", "/messages/render");
  assert.deepEqual(
    [missing.status, missing.code, missing.body["var_name"], missing.msg],
    [400, "REQUEST_VARIABLE_MISSING", "content", "Missing 'content' argument"],
  );
  const { status, code, msg } = await hamlet.post("/messages/render", { content: "a\0b" });
  assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "Message must not contain null bytes"]);
});
