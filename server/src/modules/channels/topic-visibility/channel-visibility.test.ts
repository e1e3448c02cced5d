import assert from "node:assert/strict";
import { test } from "node:test";
import { visibilityPolicies, type VisibilityPolicy } from "@parlance/contract/entities/topic-visibility.ts";
import { createTestOrganization, type TestUser, testServer, watchEvents } from "@parlance/testkit";

await testServer();

const quiet = { send_new_subscription_messages: false };

const mutes = (
  person: TestUser,
  stream_id: number,
  topic: string,
  visibility_policy: VisibilityPolicy = visibilityPolicies.muted,
) => person.callOrThrow("POST", "/user_topics", { stream_id, topic, visibility_policy });

/** Returns the topics in the register responses for a newer and for an older client of the user. */
async function topicsOf(person: TestUser): Promise<{ topics: string[]; muted: string[] }> {
  const { state } = await person.registerQueue({ event_types: ["user_topic"] });
  const { state: older } = await person.registerQueue({ event_types: ["muted_topics"] });
  return {
    topics: (state["user_topics"] as { topic_name: string }[]).map(({ topic_name }) => topic_name),
    muted: (older["muted_topics"] as [string, string, number][]).map(([channel, topic]) => `${channel}: ${topic}`),
  };
}

const NONE = { topics: [], muted: [] };

test("users who can see a private channel can mute its topics", async () => {
  const { othello, hamlet, iago, cordelia, shiva } = await createTestOrganization();
  const [byGroup, administrating] = [cordelia, shiva].map(({ id }) => ({ direct_members: [id], direct_subgroups: [] }));
  const channel = await othello.createChannel("secret", [othello, hamlet], {
    ...quiet,
    invite_only: true,
    can_subscribe_group: byGroup,
    can_administer_channel_group: administrating,
  });
  for (const person of [othello, hamlet, iago, cordelia, shiva]) {
    const older = await person.registerQueue({ event_types: ["muted_topics"] });
    await watchEvents([person], () => mutes(person, channel, "castle"));
    const [event = assert.fail(person.fullName)] = await older.poll();
    assert.deepEqual(
      (event["muted_topics"] as unknown[][]).map(([name, topic]) => [name, topic]),
      [["secret", "castle"]],
      person.fullName,
    );
    assert.deepEqual(await topicsOf(person), { topics: ["castle"], muted: ["secret: castle"] }, person.fullName);
  }
});

test("if a channel becomes invisible to a user, the user's settings for its topics are not listed until the channel is visible again", async () => {
  const { othello, hamlet, polonius } = await createTestOrganization();
  const secret = await othello.createChannel("secret", [othello, hamlet], { ...quiet, invite_only: true });
  const open = await othello.createChannel("open", [othello, polonius], quiet);
  for (const [person, channel, name] of [
    [hamlet, secret, "secret"],
    [polonius, open, "open"],
  ] as const) {
    await mutes(person, channel, "castle");
    await mutes(person, channel, "followed", 3);
    const listed = { topics: ["castle", "followed"], muted: [`${name}: castle`] };
    assert.deepEqual(await topicsOf(person), listed);
    const subscriptions = { subscriptions: [name], principals: [person.id] };
    await watchEvents([person], () => othello.callOrThrow("DELETE", "/users/me/subscriptions", subscriptions));
    assert.deepEqual(await topicsOf(person), NONE);
    const back = { subscriptions: [{ name }], principals: [person.id] };
    await watchEvents([person], () => othello.callOrThrow("POST", "/users/me/subscriptions", back));
    assert.deepEqual(await topicsOf(person), listed);
  }
});

test("if a topic is renamed in a channel that is invisible to a user, the user receives no event although he or she had muted the topic", async () => {
  const { othello, hamlet } = await createTestOrganization();
  const secret = await othello.createChannel("secret", [othello, hamlet], { ...quiet, invite_only: true });
  const message = await othello.sendToChannel(secret, { topic: "castle" });
  await mutes(hamlet, secret, "castle");
  const principals = [hamlet.id];
  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["secret"], principals });
  const [toHamlet] = await watchEvents([hamlet], () =>
    othello.callOrThrow("PATCH", `/messages/${message}`, { topic: "murder", propagate_mode: "change_all" }),
  );
  assert.deepEqual(toHamlet, []);
  await othello.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: "secret" }], principals });
  assert.deepEqual(await topicsOf(hamlet), NONE);
});
