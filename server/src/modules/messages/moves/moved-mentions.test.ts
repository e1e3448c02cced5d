import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type TestUser, watchEvents } from "@parlance/testkit";

const quiet = { send_new_subscription_messages: false };

/**
 * Sends a message that mentions all subscribers of a channel, among them Hamlet. Hamlet then joins the channel to which
 * `move` moves the message.
 */
async function mentionToMove() {
  const { othello, hamlet, desdemona } = await createTestOrganization();
  const old = await othello.createChannel("denmark", [othello, hamlet, desdemona], quiet);
  const id = await othello.sendToChannel(old, { content: "@**all** Who is there?" });
  const other = await othello.createChannel("norway", [othello, hamlet, desdemona], quiet);
  const move = () => desdemona.callOrThrow("PATCH", `/messages/${id}`, { stream_id: other });
  return { hamlet, id, move };
}

const changeFlag = (person: TestUser, id: number, op: "add" | "remove", flag: string) =>
  person.callOrThrow("POST", "/messages/flags", { messages: [id], op, flag });

const mentionsOf = async (person: TestUser) => (await person.registerQueue()).state.unread_msgs.mentions;

test("an unread mention of all subscribers stays one if the message is moved to a channel that the user joined later", async () => {
  const { hamlet, id, move } = await mentionToMove();
  await watchEvents([hamlet], move);
  assert.deepEqual(await mentionsOf(hamlet), [id]);
});

for (const isStarred of [false, true]) {
  test(`events agree with the state if a ${isStarred ? "starred " : ""}moved mention is marked as unread again`, async () => {
    const { hamlet, id, move } = await mentionToMove();
    if (isStarred) await changeFlag(hamlet, id, "add", "starred");
    await watchEvents([hamlet], move);
    await watchEvents([hamlet], () => changeFlag(hamlet, id, "add", "read"));
    await watchEvents([hamlet], () => changeFlag(hamlet, id, "remove", "read"));
  });
}
