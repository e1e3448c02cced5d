import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents } from "@parlance/testkit";
import { editAs, contentSeenBy, sha256, updateEvents } from "./fixtures/edit-messages.ts";

test("if several edits based on the same text arrive at the same time, only one succeeds", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const message = await hamlet.sendDirectMessage(othello, { content: "To be" });
  const seen = { prev_content_sha256: sha256("To be") };
  const texts = ["a", "b", "c", "d", "e", "f"];
  const [toOthello] = await watchEvents([othello], async () => {
    const answers = await Promise.all(texts.map((text) => editAs(hamlet, message, text, seen)));
    assert.deepEqual(answers.map(({ code, result }) => code ?? result).toSorted(), [
      ...Array.from({ length: 5 }, () => "EXPECTATION_MISMATCH"),
      "success",
    ]);
  });
  assert.equal(updateEvents(toOthello).length, 1);
  const { edit_history: history } = await contentSeenBy(othello, message);
  assert.deepEqual(
    history?.map((entry) => entry.prev_content),
    ["To be"],
  );
});

test("concurrent edits are applied one after the other, and each event contains the previous edit's text as the old text", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const message = await hamlet.sendDirectMessage(othello, { content: "0" });
  const texts = ["1", "2", "3", "4", "5", "6"];
  const [toOthello] = await watchEvents([othello], () =>
    Promise.all(texts.map((text) => editAs(hamlet, message, text))),
  );
  const updates = updateEvents(toOthello);
  const [first] = updates;
  assert.deepEqual(new Set(updates.map((event) => event["content"])), new Set(texts));
  assert.deepEqual(
    updates.map((event) => event["orig_content"]),
    [first?.["orig_content"], ...updates.slice(0, -1).map((event) => event["content"])],
  );
  const now = await contentSeenBy(othello, message, { apply_markdown: false });
  assert.equal(now.content, updates.at(-1)?.["content"]);
  assert.deepEqual(
    now.edit_history?.map((entry) => entry.prev_content),
    updates.map((event) => event["orig_content"]).toReversed(),
  );
});

test("if a message is edited and deleted at the same time, either the edit happens before the deletion or it fails", async () => {
  const { iago, hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("denmark", [iago, hamlet, othello]);
  for (let round = 0; round < 5; round += 1) {
    const message = await hamlet.sendToChannel("denmark");
    const [events] = await watchEvents([othello], async () => {
      const [edit] = await Promise.all([
        editAs(hamlet, message, "@**Othello**"),
        iago.callOrThrow("DELETE", `/messages/${message}`),
      ]);
      if (edit.result === "error") assert.equal(edit.msg, "Invalid message(s)");
    });
    const types = events?.map(({ type }) => type);
    assert.ok(["delete_message", "update_message,delete_message"].includes(String(types)), String(types));
  }
});

test("flags that users set on a message while it is being edited are preserved, and no deadlock occurs", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, othello, cordelia]);
  const message = await hamlet.sendToChannel("denmark");
  await watchEvents([othello, cordelia], async () => {
    const marks = [othello, cordelia].flatMap((person) =>
      (["starred", "collapsed", "read"] as const).map((flag) =>
        person.callOrThrow("POST", "/messages/flags", { messages: [message], op: "add", flag }),
      ),
    );
    const mentions = ["@**Othello**", "@**Cordelia**", "@**all**", "nobody", "@**Othello** @**Cordelia**"];
    await Promise.all([
      ...marks,
      ...mentions.map((text) => hamlet.callOrThrow("PATCH", `/messages/${message}`, { content: text })),
    ]);
  });
  for (const person of [othello, cordelia]) {
    const { flags } = await contentSeenBy(person, message);
    for (const flag of ["starred", "collapsed", "read"] as const)
      assert.ok(flags.includes(flag), `${person.fullName}: ${flag}`);
  }
});
