import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents, type TestUser } from "@parlance/testkit";
import { changeMembers, createGroup, idsOf, expectedError, errorOf } from "#modules/groups/core/fixtures/groups.ts";

/** Returns the direct messages of a user, each with the sender's name, oldest first. */
async function notices(person: TestUser): Promise<string[]> {
  const narrow = [{ operator: "is", operand: "dm" }];
  const page = { anchor: "newest", num_before: 100, num_after: 0, narrow, apply_markdown: false };
  const { messages } = await person.callOrThrow("GET", "/messages", page);
  return (messages as { sender_full_name: string; content: string }[]).map(
    ({ sender_full_name, content }) => `${sender_full_name}: ${content}`,
  );
}

test("users whom another user adds to a group or removes from it receive a notice that silently mentions the other user", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia, polonius, bot } = realm;
  const id = await createGroup(hamlet, "Players", [cordelia]);
  const [toOthello] = await watchEvents([othello, hamlet, cordelia, polonius, bot], () =>
    changeMembers(hamlet, id, { add: idsOf([othello, polonius, bot, hamlet]), delete: [cordelia.id] }),
  );

  const hamletMention = `@_**King Hamlet|${hamlet.id}**`;
  const added = `Notification Bot: ${hamletMention} added you to the group @_*Players*.`;
  assert.deepEqual(await notices(othello), [added]);
  assert.deepEqual(await notices(polonius), [added]);
  assert.deepEqual(await notices(cordelia), [
    `Notification Bot: ${hamletMention} removed you from the group @_*Players*.`,
  ]);
  assert.deepEqual(await notices(hamlet), []);
  assert.deepEqual(await notices(bot), []);

  const message = toOthello?.find(({ type }) => type === "message");
  assert.deepEqual(message?.["flags"], []);
  assert.match(
    String(message?.message?.content),
    /<span class="user-group-mention silent" data-user-group-id="\d+">Players<\/span>/,
  );
});

test("users receive no notice when they change their own membership, when a group is created, or when a subgroup is added", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, shiva } = realm;
  const id = await createGroup(hamlet, "Players", [othello], {
    can_join_group: await createGroup(hamlet, "X", [shiva]),
  });
  const inner = await createGroup(hamlet, "Inner", [othello]);
  await changeMembers(othello, id, { delete: [othello.id] });
  await changeMembers(shiva, id, { add: [shiva.id] });
  await changeMembers(hamlet, id, { add_subgroups: [inner] });
  for (const person of [othello, shiva]) assert.deepEqual(await notices(person), []);
});

test("users receive no notice about a change that was rejected", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const id = await createGroup(hamlet, "Players");
  const answer = await changeMembers(hamlet, id, { add: [othello.id], delete: [cordelia.id] });
  assert.deepEqual(errorOf(answer), expectedError(`There is no member '${cordelia.id}' in this user group`));
  assert.deepEqual(await notices(othello), []);
});
