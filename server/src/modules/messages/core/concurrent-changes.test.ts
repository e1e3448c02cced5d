import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { compareText } from "@parlance/contract/state/list-operations.ts";
import {
  type ApiResponse,
  assertSameState,
  type Client,
  SeededRandom,
  createTestUser,
  createTestOrganization,
  type TestUser,
  type ReceivedEvent,
  startServerBeside,
  testServer,
  type FullState,
} from "@parlance/testkit";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";
import { fetchReadable, fetchReceived, ClientMessages } from "./fixtures/client-messages.ts";

const { rounds: ACTS_EACH, seed: SEED } = randomRun({ rounds: 8, exploreRounds: 750 });
const CLIENTS = 16;

const here = await testServer();
/** A second server process on the same database. */
const there = await startServerBeside(here);

/** An organization whose users all change messages in the same few topics. */
interface Stage {
  readonly people: readonly TestUser[];
  readonly channels: readonly number[];
  /** A user whom the others subscribe to channels and unsubscribe from them. */
  readonly wanderer: TestUser;
  /** Ids of the sent messages, newest last. Some of these messages have been deleted. */
  readonly ids: number[];
  /** Names of the actions that have succeeded at least once. */
  readonly done: Set<string>;
}

const TOPICS = ["plan", "Plan", "party", "\u2714 plan", ""];
const EMOJI = ["octopus", "tada"];

type Act = (stage: Stage, person: TestUser, dice: SeededRandom) => Promise<ApiResponse>;

/** Picks a message. Most picks are among the newest messages, so that several users change the same message. */
const target = ({ ids }: Stage, dice: SeededRandom): number => dice.pick(dice.fraction() < 0.8 ? ids.slice(-12) : ids);

const write: Act = async ({ channels, ids, people }, person, dice) => {
  const content = dice.pick(["Hello", `Hi @**${dice.pick(people).fullName}**`, "A *plan*"]);
  const to = { type: "channel", to: dice.pick(channels), topic: dice.pick(TOPICS) } as const;
  const answer = await person.post("/messages", { ...to, content });
  if (answer.result === "success") ids.push(answer["id"]);
  return answer;
};

const edit: Act = (stage, person, dice) =>
  person.patch(`/messages/${target(stage, dice)}`, {
    content: `edit ${dice.integerBelow(1e6)} @**${dice.pick(stage.people).fullName}**`,
  });

const modes = ["change_one", "change_later", "change_all"] as const;

const retopic: Act = (stage, person, dice) =>
  person.patch(`/messages/${target(stage, dice)}`, { topic: dice.pick(TOPICS), propagate_mode: dice.pick(modes) });

const move: Act = (stage, person, dice) =>
  person.patch(`/messages/${target(stage, dice)}`, {
    stream_id: dice.pick(stage.channels),
    propagate_mode: dice.pick(modes),
    send_notification_to_old_thread: dice.boolean(),
    ...(dice.boolean() && { topic: dice.pick(TOPICS) }),
  });

const remove: Act = (stage, person, dice) => person.delete(`/messages/${target(stage, dice)}`);

const removeTopic: Act = ({ channels }, person, dice) =>
  person.post(`/streams/${dice.pick(channels)}/delete_topic`, { topic_name: dice.pick(TOPICS) });

const react: Act = (stage, person, dice) =>
  person.call(dice.pick(["POST", "POST", "DELETE"]), `/messages/${target(stage, dice)}/reactions`, {
    emoji_name: dice.pick(EMOJI),
  });

const flag: Act = (stage, person, dice) =>
  person.post("/messages/flags", {
    messages: [...new Set([target(stage, dice), target(stage, dice)])],
    op: dice.pick(["add", "add", "remove"]),
    flag: dice.pick(["read", "starred"]),
  });

const readTopic: Act = ({ channels }, person, dice) =>
  person.post("/mark_topic_as_read", { stream_id: dice.pick(channels), topic_name: dice.pick(TOPICS) });

const readAll: Act = (_, person) => person.post("/mark_all_as_read");

const flagMatching: Act = ({ channels }, person, dice) =>
  person.post("/messages/flags/narrow", {
    anchor: dice.pick(["newest", "oldest", "first_unread"]),
    num_before: dice.integerBelow(9),
    num_after: dice.integerBelow(9),
    narrow: [
      { operator: "channel", operand: dice.pick(channels) },
      { operator: "topic", operand: dice.pick(TOPICS) },
    ],
    op: dice.pick(["add", "remove"]),
    flag: dice.pick(["read", "starred"]),
  });

const mute: Act = ({ people }, person, dice) =>
  person.call(dice.pick(["POST", "DELETE"]), `/users/me/muted_users/${dice.pick(people).id}`);

const archive: Act = ({ channels }, person, dice) => {
  const last = channels.at(-1) as number;
  return dice.fraction() < 0.3
    ? person.delete(`/streams/${last}`)
    : person.patch(`/streams/${last}`, { is_archived: false });
};

const NAMES = ["verona", "venice", "cellar", "vault"];

const lead: Act = ({ wanderer }, person, dice) => {
  const name = dice.pick(NAMES);
  return dice.boolean()
    ? person.post("/users/me/subscriptions", { subscriptions: [{ name }], principals: [wanderer.id] })
    : person.delete("/users/me/subscriptions", { subscriptions: [name], principals: [wanderer.id] });
};

const follow: Act = ({ channels }, person, dice) =>
  person.post("/user_topics", {
    stream_id: dice.pick(channels),
    topic: dice.pick(TOPICS),
    visibility_policy: dice.pick([0, 1, 2, 3] as const),
  });

const acts: readonly (readonly [act: Act, weight: number])[] = [
  [write, 8],
  [edit, 5],
  [retopic, 4],
  [move, 3],
  [remove, 3],
  [removeTopic, 2],
  [react, 3],
  [flag, 4],
  [readTopic, 1],
  [readAll, 0.5],
  [flagMatching, 2],
  [mute, 1],
  [archive, 1],
  [lead, 3],
  [follow, 2],
];
const drawn = acts.flatMap(([act, weight]) => Array.from({ length: 2 * weight }, () => act));

/** The test runs until each of these actions has succeeded at least once. */
const needed = [write, edit, retopic, move, remove];

/**
 * Runs at least `ACTS_EACH` random actions, one after the other, and goes on until every action in `needed` has
 * succeeded. Adds the names of the successful actions to `stage.done`.
 */
async function bustle(stage: Stage, person: TestUser, dice: SeededRandom): Promise<void> {
  for (let count = 0; count < ACTS_EACH || needed.some(({ name }) => !stage.done.has(name)); count += 1) {
    const act = dice.pick(drawn);
    const { status, msg } = await act(stage, person, dice);
    assert.ok(status < 500, `${act.name}: ${status} ${msg}`);
    if (status === 200) stage.done.add(act.name);
  }
}

interface Watcher {
  readonly name: string;
  readonly client: Client;
  /**
   * The client's copy of the messages. `null` if the user gains and loses access to messages during the test, because
   * clients receive no events for the individual messages when this happens.
   */
  readonly shelf: ClientMessages | null;
}

async function watch(name: string, person: TestUser): Promise<Watcher> {
  const client = await person.registerQueue();
  const subscriptions = client.state["subscriptions"] as { stream_id: number }[];
  const shelf = new ClientMessages(subscriptions.map(({ stream_id }) => stream_id));
  shelf.put(await fetchReceived(person));
  return { name, client, shelf };
}

const TOPIC_FIELDS = new Set(["topic", "subject", "orig_subject", "topic_name"]);

/**
 * Converts the topics in events or state to lower case. Needed for comparisons: the server may return a topic with
 * unread messages in the spelling of a message that the client does not know.
 */
const folded = <T>(original: T): T =>
  JSON.parse(JSON.stringify(original), (key, value: unknown) =>
    TOPIC_FIELDS.has(key) && typeof value === "string" ? value.toLowerCase() : value,
  ) as T;

/** Returns the state with its topics in lower case, sorted by the converted topics. */
function foldedState(original: FullState): object {
  const state = folded(original);
  state.unread_msgs.streams.sort((a, b) => a.stream_id - b.stream_id || compareText(a.topic, b.topic));
  state.user_topics.sort((a, b) => a.stream_id - b.stream_id || compareText(a.topic_name, b.topic_name));
  return state;
}

/**
 * State fields that events do not keep current for a user who loses access to channels. If such a channel becomes
 * visible to the user again, no event announces the channel or its messages.
 */
const LEFT = ["unsubscribed", "never_subscribed", "max_message_id"];

/**
 * Asserts that a client that has applied all events has the same state and the same messages as a client that registers
 * now.
 */
async function assertConverged({ name, client, shelf }: Watcher): Promise<void> {
  const events: ReceivedEvent[] = await client.poll();
  const after = await client.user.registerQueue();
  events.push(...(await client.eventsUpTo(after.lastEventId)));
  const received = events.filter(({ type }) => type !== "heartbeat");
  const ignoredFields = shelf ? [] : LEFT;
  assertSameState(name, foldedState(client.state), folded(received), foldedState(after.state), { ignoredFields });
  if (!shelf) return;
  for (const event of received) shelf.apply(event);
  const fresh = new ClientMessages([]);
  fresh.put(await fetchReadable(client.user, shelf.ids));
  const [maintained, now] = [shelf.toJSON(), fresh.toJSON()];
  for (const [id, message] of Object.entries(maintained)) assert.deepEqual(message, now[id], `${name}: message ${id}`);
}

/** Queries for inconsistencies. Each must return no rows. */
const contradictions = {
  "an exception where nothing can be unread": sql`
    select user_id, message_id from unread_exception
    join message on message.id = message_id join channel using (recipient_id)
    left join subscription using (user_id, recipient_id) where not coalesce(subscription.is_active, false)`,
  "a message whose `is_changed` does not agree with its edit history": sql`
    select id from message where is_changed <> exists (select from message_edit where message_id = message.id)`,
  "a channel whose `first_message_id` is not the id of its first message": sql`
    select channel.id, first_message_id, first.id as first from channel
    left join lateral (select min(id) as id from message where recipient_id = channel.recipient_id) as first on true
    where first_message_id is distinct from first.id`,
};

test(`after concurrent edits, moves and deletions of the same messages, all clients have the server's state (seed ${SEED})`, async () => {
  const realm = await createTestOrganization(here);
  const more = await createTestUser(realm, { name: "emilia", fullName: "Emilia", role: 200 });
  const users = { ...realm, emilia: more };
  const people = [users.desdemona, users.iago, users.emilia, users.shiva, users.hamlet, users.cordelia, users.othello];
  const channels = [
    await users.desdemona.createChannel("verona", [...people, users.polonius]),
    await users.desdemona.createChannel("venice", people.slice(0, 5)),
    await users.desdemona.createChannel("cellar", people.slice(0, 6), { invite_only: true }),
    await users.desdemona.createChannel("vault", people.slice(0, 4), {
      invite_only: true,
      history_public_to_subscribers: false,
    }),
  ];
  const wanderer = await createTestUser(realm, { name: "francisco", fullName: "Francisco", role: 400 });
  const stage: Stage = { people, channels, wanderer, ids: [], done: new Set() };
  for (const channel of channels) stage.ids.push(await users.desdemona.sendToChannel(channel, { topic: "plan" }));
  const dice = new SeededRandom(SEED);
  const readers = [...people, users.polonius, users.bot];
  const watchers: Watcher[] = await Promise.all(
    readers.map((person) => watch(person.fullName, person.at(dice.pick([here, there])))),
  );

  const wandering = await Promise.all([here, there].map((server) => wanderer.at(server).registerQueue()));
  watchers.push(...wandering.map((client) => ({ name: "Francisco", client, shelf: null })));

  await Promise.all(
    Array.from({ length: CLIENTS }, (_, index) => {
      const person = index === CLIENTS - 1 ? wanderer : (people[index % people.length] as TestUser);
      return bustle(stage, person.at(index % 2 === 0 ? here : there), new SeededRandom(SEED * 100 + index));
    }),
  );

  for (const server of [here, there]) {
    const tail = await server.queues.hub.follow(realm.realmId);
    await tail.catchUp();
    await tail.caughtUp();
  }
  for (const watcher of watchers) await assertConverged(watcher);
  for (const [what, query] of Object.entries(contradictions)) {
    assert.deepEqual((await query.execute(here.db.reader)).rows, [], what);
  }
});
