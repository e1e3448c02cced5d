import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  type Parameters,
  type TestOrganization,
  watchEvents,
  writeRowsDirectly,
} from "@parlance/testkit";
import { CAR, OCTOPUS, reactionsSeenBy, reactAs, removeReactionAs, reactionEvents } from "./fixtures/reactions.ts";

const BAD = [400, "BAD_REQUEST"] as const;

interface CustomEmoji {
  readonly realm_id?: number;
  readonly is_deactivated?: boolean;
}

/** Adds a custom emoji to the organization. Returns the emoji's code. */
async function addEmoji({ realmId, server }: TestOrganization, name: string, more: CustomEmoji = {}): Promise<string> {
  const row = { realm_id: realmId, name, file_name: "1.png", ...more };
  const { id } = await writeRowsDirectly({ realmId: row.realm_id, server }, (tx) =>
    tx.insertInto("custom_emoji").values(row).returning("id").executeTakeFirstOrThrow(),
  );
  return String(id);
}

/** Deactivates a custom emoji. */
const deactivateEmoji = (organization: TestOrganization, code: string): Promise<unknown> =>
  writeRowsDirectly(organization, (tx) =>
    tx.updateTable("custom_emoji").set({ is_deactivated: true }).where("id", "=", Number(code)).execute(),
  );

test("all users who can read a message receive its reactions, in the order in which they were added, until they are removed", async () => {
  const { hamlet, othello, polonius } = await createTestOrganization();
  await hamlet.createChannel("elsinore", [hamlet, othello, polonius]);
  const message = await hamlet.sendToChannel("elsinore");
  const people = [hamlet, othello, polonius];
  const all = await watchEvents(people, async () => {
    await othello.callOrThrow("POST", `/messages/${message}/reactions`, { emoji_name: "octopus" });
    await hamlet.callOrThrow("POST", `/messages/${message}/reactions`, { emoji_name: "car" });
    await othello.callOrThrow("POST", `/messages/${message}/reactions`, { emoji_name: "car" });
    await othello.callOrThrow("DELETE", `/messages/${message}/reactions`, { emoji_name: "octopus" });
  });
  const user = ({ id, email, fullName }: typeof hamlet) => ({
    user_id: id,
    user: { user_id: id, email, full_name: fullName, is_mirror_dummy: false },
  });
  for (const events of all) {
    assert.deepEqual(
      events.map(({ id: _, ...event }) => event),
      [
        { type: "reaction", op: "add", message_id: message, ...OCTOPUS, ...user(othello) },
        { type: "reaction", op: "add", message_id: message, ...CAR, ...user(hamlet) },
        { type: "reaction", op: "add", message_id: message, ...CAR, ...user(othello) },
        { type: "reaction", op: "remove", message_id: message, ...OCTOPUS, ...user(othello) },
      ],
    );
  }
  for (const reader of people) {
    assert.deepEqual(await reactionsSeenBy(reader, message), [
      { ...CAR, user_id: hamlet.id },
      { ...CAR, user_id: othello.id },
    ]);
  }
  const { messages } = await polonius.callOrThrow("GET", "/messages", { anchor: "newest", num_before: 5 });
  assert.deepEqual(messages.at(-1)?.reactions, await reactionsSeenBy(hamlet, message));
});

test("the name, code and type of an emoji must match, and if code or type is missing, the emoji is found by its name", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const message = await othello.sendDirectMessage(hamlet);
  const requests: [Parameters, typeof CAR][] = [
    [{ emoji_name: "car" }, CAR],
    [{ emoji_name: "car", emoji_code: "1f697" }, CAR],
    [{ emoji_name: "car", reaction_type: "unicode_emoji" }, CAR],
    [CAR, CAR],
    [{ emoji_name: "+1" }, { emoji_name: "+1", emoji_code: "1f44d", reaction_type: "unicode_emoji" }],
    [
      { emoji_name: "parlance" },
      { emoji_name: "parlance", emoji_code: "parlance", reaction_type: "service_extra_emoji" },
    ],
  ];
  for (const [parameters, emoji] of requests) {
    assert.equal((await reactAs(hamlet, message, parameters)).result, "success");
    assert.deepEqual(await reactionsSeenBy(othello, message), [{ ...emoji, user_id: hamlet.id }]);
    assert.equal((await removeReactionAs(hamlet, message, parameters)).result, "success");
  }
  const refusals: [Parameters, string][] = [
    [{ emoji_name: "nosuch" }, "Emoji 'nosuch' does not exist"],
    [{ emoji_name: "nosuch", emoji_code: "1f697" }, "Emoji 'nosuch' does not exist"],
    [{ emoji_name: "" }, "Emoji '' does not exist"],
    [{ ...CAR, emoji_name: "bus" }, "Invalid emoji name."],
    [{ ...CAR, emoji_code: "nosuch" }, "Invalid emoji code."],
    [{ ...CAR, emoji_code: "" }, "Invalid emoji code."],
    [{ ...CAR, reaction_type: "nonsense" }, "Invalid emoji type."],
    [{ ...CAR, reaction_type: "realm_emoji" }, "Invalid custom emoji."],
    [{ ...CAR, emoji_code: "parlance", reaction_type: "service_extra_emoji" }, "Invalid emoji name."],
  ];
  for (const [parameters, text] of refusals) {
    const { status, code, msg } = await reactAs(hamlet, message, parameters);
    assert.deepEqual([parameters, status, code, msg], [parameters, ...BAD, text]);
  }
  const missing = await reactAs(hamlet, message, { emoji_code: "1f697" });
  assert.deepEqual([missing.code, missing.msg], ["REQUEST_VARIABLE_MISSING", "Missing 'emoji_name' argument"]);
  const [events] = await watchEvents([othello], () => reactAs(hamlet, message, { ...CAR, emoji_name: "bus" }));
  assert.deepEqual(events, []);
  assert.deepEqual(await reactionsSeenBy(othello, message), []);
});

test("adding a reaction with the same emoji twice is rejected, even under another name of the emoji", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const message = await othello.sendDirectMessage(hamlet);
  await reactAs(hamlet, message, { emoji_name: "+1" });
  for (const parameters of [{ emoji_name: "+1" }, { emoji_name: "thumbs_up" }]) {
    const [events] = await watchEvents([othello], async () => {
      const { status, code, msg } = await reactAs(hamlet, message, parameters);
      assert.deepEqual([status, code, msg], [400, "REACTION_ALREADY_EXISTS", "Reaction already exists."]);
    });
    assert.deepEqual(events, []);
  }
});

test("all reactions to a message with the same emoji have the name of the first one", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const message = await othello.sendDirectMessage(hamlet);
  const thumb = { emoji_name: "thumbs_up", emoji_code: "1f44d", reaction_type: "unicode_emoji" };
  await reactAs(hamlet, message, { emoji_name: "thumbs_up" });
  await reactAs(othello, message, { emoji_name: "+1" });
  await reactAs(othello, message, { ...CAR, emoji_name: "car" });
  assert.equal((await reactAs(hamlet, message, { ...CAR, emoji_name: "nonsense" })).result, "success");
  assert.deepEqual(await reactionsSeenBy(hamlet, message), [
    { ...thumb, user_id: hamlet.id },
    { ...thumb, user_id: othello.id },
    { ...CAR, user_id: othello.id },
    { ...CAR, user_id: hamlet.id },
  ]);
});

test("a custom emoji takes precedence over a Unicode emoji of the same name, and once deactivated it can only be added where a message already has it", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia } = realm;
  const message = await othello.sendDirectMessage([hamlet, cordelia]);
  const code = await addEmoji(realm, "car");
  const foreign = await addEmoji(realm, "theirs", { realm_id: (await createTestOrganization()).realmId });
  const own = { emoji_name: "car", emoji_code: code, reaction_type: "realm_emoji" };
  await reactAs(hamlet, message, { emoji_name: "car" });
  assert.deepEqual(await reactionsSeenBy(hamlet, message), [{ ...own, user_id: hamlet.id }]);
  await reactAs(hamlet, message, CAR);
  await removeReactionAs(hamlet, message, { emoji_name: "car" });
  assert.deepEqual(await reactionsSeenBy(hamlet, message), [{ ...CAR, user_id: hamlet.id }]);
  await reactAs(hamlet, message, own);
  const refusals: [Parameters, string][] = [
    [{ ...own, emoji_name: "theirs", emoji_code: foreign }, "Invalid custom emoji."],
    [{ emoji_name: "theirs" }, "Emoji 'theirs' does not exist"],
    [{ ...own, emoji_name: "bus", emoji_code: await addEmoji(realm, "tram") }, "Invalid custom emoji name."],
  ];
  for (const [parameters, text] of refusals) {
    const { status, code: kind, msg } = await reactAs(othello, message, parameters);
    assert.deepEqual([parameters, status, kind, msg], [parameters, ...BAD, text]);
  }

  await deactivateEmoji(realm, code);
  assert.equal((await reactAs(othello, message, own)).result, "success");
  for (const person of [hamlet, othello])
    assert.equal((await removeReactionAs(person, message, own)).result, "success");
  const { msg } = await reactAs(othello, message, own);
  assert.equal(msg, "This custom emoji has been deactivated.");
});

test("a reaction can be removed by its emoji's code, by any name of the emoji, or by the name with which it was added", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const message = await othello.sendDirectMessage(hamlet);
  const code = await addEmoji(realm, "crown");
  const ways: [Parameters, Parameters][] = [
    [{ emoji_name: "+1" }, { emoji_name: "thumbs_up" }],
    [{ emoji_name: "+1" }, { emoji_code: "1f44d" }],
    [{ emoji_name: "+1" }, { emoji_code: "1f44d", reaction_type: "unicode_emoji" }],
    [{ emoji_name: "+1" }, { emoji_name: "+1", reaction_type: "unicode_emoji" }],
    [{ emoji_name: "crown" }, { emoji_code: code }],
  ];
  for (const [parameters, way] of ways) {
    await reactAs(hamlet, message, parameters);
    assert.equal((await removeReactionAs(hamlet, message, way)).result, "success");
    assert.deepEqual(await reactionsSeenBy(hamlet, message), []);
  }
  const custom = await addEmoji(realm, "jester");
  await reactAs(hamlet, message, { emoji_name: "jester" });
  await deactivateEmoji(realm, custom);
  assert.equal((await removeReactionAs(hamlet, message, { emoji_name: "jester" })).result, "success");
});

test("a user can remove neither other users' reactions nor reactions that do not exist", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const message = await othello.sendDirectMessage(hamlet);
  await reactAs(othello, message, CAR);
  await reactAs(hamlet, message, OCTOPUS);
  const gone = [400, "REACTION_DOES_NOT_EXIST", "Reaction doesn't exist."] as const;
  const refusals: [Parameters, readonly [number, string, string]][] = [
    [CAR, gone],
    [{ emoji_name: "car" }, gone],
    [{ emoji_code: "1f697" }, gone],
    [{ emoji_name: "octopus", reaction_type: "realm_emoji" }, gone],
    [{ emoji_code: "1f419", reaction_type: "nonsense" }, gone],
    [{ emoji_name: "nosuch" }, [...BAD, "Emoji 'nosuch' does not exist"]],
    [{}, [...BAD, "At least one of the following arguments must be present: emoji_name, emoji_code"]],
    [
      { reaction_type: "unicode_emoji" },
      [...BAD, "At least one of the following arguments must be present: emoji_name, emoji_code"],
    ],
  ];
  const [events] = await watchEvents([othello], async () => {
    for (const [parameters, refusal] of refusals) {
      const { status, code, msg } = await removeReactionAs(hamlet, message, parameters);
      assert.deepEqual([parameters, status, code, msg], [parameters, ...refusal]);
    }
  });
  assert.deepEqual(reactionEvents(events), []);
  assert.deepEqual(await reactionsSeenBy(hamlet, message), [
    { ...CAR, user_id: othello.id },
    { ...OCTOPUS, user_id: hamlet.id },
  ]);
});

test("if a user sends the same reaction several times concurrently, it is added once", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const message = await othello.sendDirectMessage([hamlet, cordelia]);
  const [events] = await watchEvents([othello], async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => reactAs(hamlet, message, CAR)));
    assert.deepEqual(answers.map(({ code }) => code ?? "").toSorted(), [
      "",
      ...Array(3).fill("REACTION_ALREADY_EXISTS"),
    ]);
  });
  assert.equal(reactionEvents(events).length, 1);
  const responses = await Promise.all([1, 2, 3].map(() => removeReactionAs(hamlet, message, CAR)));
  assert.equal(responses.filter(({ result }) => result === "success").length, 1);
  assert.deepEqual(await reactionsSeenBy(hamlet, message), []);
});

test("concurrent reactions with the same emoji under different names all get the same name", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const message = await othello.sendDirectMessage([hamlet, cordelia]);
  await Promise.all([
    reactAs(hamlet, message, { emoji_name: "+1" }),
    reactAs(cordelia, message, { emoji_name: "thumbs_up" }),
    reactAs(othello, message, { emoji_name: "+1" }),
  ]);
  const found = (await reactionsSeenBy(hamlet, message)) as { emoji_name: string }[];
  assert.equal(found.length, 3);
  assert.equal(new Set(found.map(({ emoji_name }) => emoji_name)).size, 1);
});

test("an emoji code with variation selectors denotes the same emoji as one without, also when a reaction is removed", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("elsinore", [hamlet, othello]);
  const message = await hamlet.sendToChannel("elsinore");
  const path = `/messages/${message}/reactions` as const;
  const heart = { emoji_name: "heart", emoji_code: "2764", reaction_type: "unicode_emoji" };
  await hamlet.callOrThrow("POST", path, { ...heart, emoji_code: "2764-fe0f" });
  await othello.callOrThrow("POST", path, heart);
  assert.deepEqual(await reactionsSeenBy(hamlet, message), [
    { ...heart, user_id: hamlet.id },
    { ...heart, user_id: othello.id },
  ]);
  await othello.callOrThrow("DELETE", path, { emoji_code: "2764-fe0f" });
  assert.deepEqual(await reactionsSeenBy(hamlet, message), [{ ...heart, user_id: hamlet.id }]);
});
