import assert from "node:assert/strict";
import { test } from "node:test";
import type { VisibilityPolicy } from "@parlance/contract/entities/topic-visibility.ts";
import {
  createTestOrganization,
  watchEvents,
  type TestUser,
  type TestOrganization,
  writeRowsDirectly,
} from "@parlance/testkit";

const quiet = { send_new_subscription_messages: false };
const [WHEN_WRITING, WHEN_STARTING, NEVER] = [2, 3, 4] as const;

type Policy = 2 | 3 | 4;

const settings = (person: TestUser, follow: Policy, unmute: Policy, whereMentioned = false) =>
  person.callOrThrow("PATCH", "/settings", {
    automatically_follow_topics_policy: follow,
    automatically_unmute_topics_in_muted_streams_policy: unmute,
    automatically_follow_topics_where_mentioned: whereMentioned,
  });

async function denmark(): Promise<TestOrganization & { channel: number }> {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia, bot } = realm;
  const channel = await othello.createChannel("denmark", [othello, hamlet, cordelia, bot], quiet);
  for (const person of [hamlet, othello, cordelia]) await settings(person, NEVER, NEVER);
  return { ...realm, channel };
}

const mutesChannel = (realm: TestOrganization, person: TestUser) =>
  writeRowsDirectly(realm, (tx) =>
    tx.updateTable("subscription").set({ is_muted: true }).where("user_id", "=", person.id).execute(),
  );

/** Sends a message to a topic. Returns the topic's new visibility, which the response contains if it has changed. */
async function becomes(person: TestUser, channel: number, topic: string, content = "Hello"): Promise<unknown> {
  const answer = await person.callOrThrow("POST", "/messages", { type: "channel", to: channel, topic, content });
  return answer["automatic_new_visibility_policy"];
}

const policyOf = async (person: TestUser, topic: string): Promise<number | undefined> => {
  const topics = (await person.registerQueue()).state.user_topics;
  return topics.find(({ topic_name }) => topic_name === topic)?.visibility_policy;
};

const sets = (person: TestUser, stream_id: number, topic: string, visibility_policy: VisibilityPolicy) =>
  person.callOrThrow("POST", "/user_topics", { stream_id, topic, visibility_policy });

test("by default, users follow topics that they start, but not other topics to which they send messages", async () => {
  const { hamlet, othello, channel } = await denmark();
  const defaults = { automatically_follow_topics_policy: 3 } as const;
  for (const person of [hamlet, othello]) await person.callOrThrow("PATCH", "/settings", defaults);
  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], async () => {
    assert.equal(await becomes(hamlet, channel, "castle"), 3);
    assert.equal(await becomes(hamlet, channel, "castle"), undefined);
    assert.equal(await becomes(othello, channel, "CASTLE"), undefined);
  });
  const types = (events?: readonly { type: string }[]) => events?.map(({ type }) => type);
  assert.deepEqual(types(toHamlet), ["message", "user_topic", "message", "message"]);
  assert.deepEqual(types(toOthello), ["message", "message", "message"]);
  assert.equal(await policyOf(hamlet, "castle"), 3);
});

test("with the setting to follow topics when sending, users follow each topic to which they send a message, whatever its visibility was before", async () => {
  const { hamlet, othello, channel } = await denmark();
  await settings(hamlet, WHEN_WRITING, WHEN_WRITING);
  for (const [topic, policy] of [
    ["old", 0],
    ["muted", 1],
    ["unmuted", 2],
  ] as const) {
    await othello.sendToChannel(channel, { topic });
    await sets(hamlet, channel, topic, policy);
    assert.equal(await becomes(hamlet, channel, topic), 3);
    assert.equal(await becomes(hamlet, channel, topic), undefined);
  }
});

test("in a muted channel, starting or sending to a topic unmutes it according to the user's setting; in other channels it does not", async () => {
  const realm = await denmark();
  const { hamlet, othello, channel } = realm;
  await othello.sendToChannel(channel, { topic: "old" });
  await settings(hamlet, NEVER, WHEN_WRITING);
  assert.equal(await becomes(hamlet, channel, "loud"), undefined);
  await mutesChannel(realm, hamlet);
  await settings(hamlet, NEVER, WHEN_STARTING);
  assert.equal(await becomes(hamlet, channel, "old"), undefined);
  assert.equal(await becomes(hamlet, channel, "new"), 2);
  await settings(hamlet, NEVER, WHEN_WRITING);
  assert.equal(await becomes(hamlet, channel, "old"), 2);
  await sets(hamlet, channel, "followed", 3);
  assert.equal(await becomes(hamlet, channel, "followed"), undefined);
  await settings(hamlet, WHEN_WRITING, WHEN_WRITING);
  assert.equal(await becomes(hamlet, channel, "both"), 3);
  await settings(hamlet, NEVER, NEVER);
  assert.equal(await becomes(hamlet, channel, "never"), undefined);
});

test("with the setting to follow topics where mentioned, users follow topics in which they are mentioned by name, unless they have muted the topic", async () => {
  const { hamlet, othello, cordelia, channel } = await denmark();
  const mention = `@**${hamlet.fullName}** @**${cordelia.fullName}**`;
  await settings(hamlet, NEVER, NEVER, true);
  await sets(hamlet, channel, "muted", 1);
  const [toHamlet, toCordelia] = await watchEvents([hamlet, cordelia], async () => {
    assert.equal(await becomes(othello, channel, "castle", mention), undefined);
    await becomes(othello, channel, "castle", mention);
    await becomes(othello, channel, "muted", mention);
    await becomes(othello, channel, "silent", `@_**${hamlet.fullName}** @**all**`);
  });
  const changed = (events?: readonly { type: string }[]) => events?.filter(({ type }) => type === "user_topic").length;
  assert.deepEqual([changed(toHamlet), changed(toCordelia)], [1, 0]);
  assert.deepEqual([await policyOf(hamlet, "castle"), await policyOf(hamlet, "muted")], [3, 1]);
  assert.equal(await policyOf(hamlet, "silent"), undefined);
});

test("topics are not followed automatically by bots, by users who cannot read the message that mentions them, or because of direct messages", async () => {
  const { hamlet, othello, iago, bot, channel } = await denmark();
  assert.equal(await becomes(bot, channel, "robots"), undefined);
  await becomes(othello, channel, "castle", `@**${iago.fullName}**`);
  assert.equal(await policyOf(iago, "castle"), undefined);
  await settings(hamlet, WHEN_WRITING, WHEN_WRITING);
  const direct = await hamlet.callOrThrow("POST", "/messages", { type: "direct", to: [othello.id], content: "Hello" });
  assert.ok(!("automatic_new_visibility_policy" in direct));
});

test("if two users start a topic at the same time, only one of them follows it, and a repeated request gets the same response", async () => {
  const { hamlet, othello, channel } = await denmark();
  for (const person of [hamlet, othello]) await settings(person, WHEN_STARTING, NEVER);
  const outcomes = await Promise.all([becomes(hamlet, channel, "race"), becomes(othello, channel, "race")]);
  assert.deepEqual(outcomes.filter((outcome) => outcome === 3).length, 1);
  const once = () =>
    hamlet.call(
      "POST",
      "/messages",
      { type: "channel", to: channel, topic: "once", content: "Hello" },
      { "idempotency-key": "once" },
    );
  const [first, second] = [await once(), await once()];
  assert.deepEqual([first["automatic_new_visibility_policy"], second["automatic_new_visibility_policy"]], [3, 3]);
  assert.equal(first["id"], second["id"]);
});
