import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "@parlance/contract/entities/roles.ts";
import {
  createTestOrganization,
  type TestUser,
  testServer,
  type TestOrganization,
  watchEvents,
} from "@parlance/testkit";

await testServer();

const quiet = { send_new_subscription_messages: false };

const stars = (person: TestUser, messages: readonly number[]) =>
  person.callOrThrow("POST", "/messages/flags", { messages, op: "add", flag: "starred" });

/**
 * Returns the starred messages in the user's register response. Asserts that a narrow for starred messages finds the
 * same.
 */
async function starredBy(person: TestUser): Promise<number[]> {
  const { state } = await person.registerQueue();
  const narrow = [{ operator: "is", operand: "starred" }];
  const { messages } = await person.callOrThrow("GET", "/messages", {
    narrow,
    anchor: "newest",
    num_before: 100,
    num_after: 0,
  });
  const found = messages.map(({ id }) => id);
  assert.deepEqual(state["starred_messages"], found, "as listed, so found");
  return found;
}

const leaves = (person: TestUser, channel: string, by = person) =>
  by.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: [channel], principals: [person.id] });

const joins = (person: TestUser, channel: string, by = person) =>
  by.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: channel }], principals: [person.id] });

interface Scene extends TestOrganization {
  readonly channel: number;
  /** Id of a channel message. Hamlet and Polonius have starred this message and the direct message. */
  readonly there: number;
  readonly direct: number;
}

async function denmark(more: object): Promise<Scene> {
  const realm = await createTestOrganization();
  const { othello, hamlet, polonius } = realm;
  const channel = await othello.createChannel("denmark", [othello, hamlet, polonius], { ...quiet, ...more });
  const [there, direct] = [await othello.sendToChannel(channel), await othello.sendDirectMessage([hamlet, polonius])];
  for (const person of [hamlet, polonius]) await stars(person, [there, direct]);
  return { ...realm, channel, there, direct };
}

/**
 * Asserts that the star is not listed after the user loses access to the channel, and is listed again after the user
 * regains it.
 */
async function comeAndGo(
  { there, direct }: Scene,
  person: TestUser,
  lose: () => Promise<unknown>,
  regain: () => Promise<unknown>,
) {
  assert.deepEqual(await starredBy(person), [there, direct]);
  await lose();
  assert.deepEqual(await starredBy(person), [direct]);
  await regain();
  assert.deepEqual(await starredBy(person), [there, direct]);
}

test("starred messages of a private channel are listed only while the user is subscribed", async () => {
  for (const history_public_to_subscribers of [true, false]) {
    const scene = await denmark({ invite_only: true, history_public_to_subscribers });
    const { hamlet, othello } = scene;
    const lose = () => watchEvents([hamlet], () => leaves(hamlet, "denmark"));
    const regain = () => watchEvents([hamlet], () => joins(hamlet, "denmark", othello));
    await comeAndGo(scene, hamlet, lose, regain);
  }
});

test("starred messages of a public channel are still listed for users who unsubscribed, unless they are guests", async () => {
  const scene = await denmark({});
  const { hamlet, othello, polonius, desdemona, there, direct } = scene;
  await leaves(hamlet, "denmark");
  assert.deepEqual(await starredBy(hamlet), [there, direct]);
  const becomes = (role: Role) => () => desdemona.callOrThrow("PATCH", `/users/${hamlet.id}`, { role });
  await comeAndGo(scene, hamlet, becomes(600), becomes(400));
  await comeAndGo(
    scene,
    polonius,
    () => leaves(polonius, "denmark"),
    () => joins(polonius, "denmark", othello),
  );
});

test("starred messages are listed as long as the channel is public or the user has a permission to read it", async () => {
  const scene = await denmark({});
  const { hamlet, othello, desdemona, channel } = scene;
  await leaves(hamlet, "denmark");
  const makes = (change: object) => () => othello.callOrThrow("PATCH", `/streams/${channel}`, { ...change });
  await comeAndGo(scene, hamlet, makes({ is_private: true }), makes({ is_private: false }));
  await makes({ is_private: true })();
  const lets = (people: readonly TestUser[]) =>
    makes({
      can_subscribe_group: { new: { direct_members: people.map(({ id }) => id), direct_subgroups: [] } },
    });
  // As an administrator, the user can see that the channel exists all the time.
  await desdemona.callOrThrow("PATCH", `/users/${hamlet.id}`, { role: 200 });
  await lets([hamlet])();
  await comeAndGo(scene, hamlet, lets([]), lets([hamlet]));
});
