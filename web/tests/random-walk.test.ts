// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { fieldsWithoutEvents } from "@parlance/contract/state/index.ts";
import { Browser, SeededRandom, ServerProcess, until, withoutBrowser } from "@parlance/testkit";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";
import type { KnownMessage } from "../src/client/replica/messages/messages.ts";
import type { Narrow } from "../src/client/routes/narrow.ts";
import { signInAsDemoUser } from "./fixtures/sign-in-as-demo-user.ts";
import { type MessageSummary, RandomWalker } from "./fixtures/random-walker.ts";

/**
 * Fields that are not compared: after some events, only the server knows their values, or they may differ between
 * pages.
 */
const UNCOMPARED_FIELDS = new Set<string>([
  ...fieldsWithoutEvents,
  "presences",
  "max_message_id",
  "recent_private_conversations",
  "server_generation",
]);

const TOPICS = ["ghosts", "skulls", "letters"];

interface WalkContext {
  readonly dice: SeededRandom;
  readonly walker: RandomWalker;
  readonly channels: readonly number[];
  /** Returns a text that has not been used before. */
  readonly words: () => string;
  /** Id of the other user. */
  readonly other: number;
}

type Step = (ground: WalkContext) => Promise<void>;

const topicNarrow = (channel: number, topic: string): Narrow => [
  { operator: "channel", operand: channel },
  { operator: "topic", operand: topic },
];

/** Returns a random message among the loaded messages for which `isWanted` returns true. Null if there is none. */
async function pickMessage(
  { walker, dice, channels }: WalkContext,
  isWanted: (one: MessageSummary) => boolean,
): Promise<MessageSummary | null> {
  const all = (await walker.listMessages([{ operator: "channel", operand: dice.pick(channels) }])).filter(isWanted);
  return all.length === 0 ? null : dice.pick(all);
}

const any = () => true;

const sendMessage: Step = async ({ walker, dice, channels, words }) =>
  walker.send({ kind: "topic", channelId: dice.pick(channels), topic: dice.pick(TOPICS) }, words());

const sendDirectMessage: Step = async ({ walker, other, words }) =>
  walker.send({ kind: "direct", userIds: [other] }, words());

const edits: Step = async (ground) => {
  const message = await pickMessage(ground, ({ isMine }) => isMine);
  if (message)
    await ground.walker.request({
      method: "PATCH",
      path: `/messages/${message.id}`,
      parameters: { content: ground.words() },
    });
};

const moves: Step = async (ground) => {
  const { dice, walker } = ground;
  const message = await pickMessage(ground, any);
  const mode = dice.pick(["change_one", "change_later", "change_all"]);
  const parameters = { topic: dice.pick([...TOPICS, "✔ ghosts"]), propagate_mode: mode };
  if (message) await walker.request({ method: "PATCH", path: `/messages/${message.id}`, parameters });
};

const movesAway: Step = async (ground) => {
  const { dice, walker, channels } = ground;
  const message = await pickMessage(ground, any);
  const parameters = { stream_id: dice.pick(channels), propagate_mode: "change_one" };
  if (message) await walker.request({ method: "PATCH", path: `/messages/${message.id}`, parameters });
};

const deletes: Step = async (ground) => {
  const message = await pickMessage(ground, any);
  if (message) await ground.walker.request({ method: "DELETE", path: `/messages/${message.id}` });
};

const reacts: Step = async (ground) => {
  const message = await pickMessage(ground, any);
  const emoji = { emoji_name: "tada", emoji_code: "1f389", reaction_type: "unicode_emoji" };
  const method = ground.dice.boolean() ? "POST" : "DELETE";
  if (message) await ground.walker.request({ method, path: `/messages/${message.id}/reactions`, parameters: emoji });
};

const flags =
  (flag: "starred" | "read"): Step =>
  async (ground) => {
    const message = await pickMessage(ground, any);
    if (!message) return;
    const isOn = flag === "starred" ? !message.isStarred : !message.isRead;
    const fields = { type: "update_message_flags" as const, flag, messages: [message.id], all: false };
    await ground.walker.request({
      method: "POST",
      path: "/messages/flags",
      parameters: { messages: [message.id], op: isOn ? "add" : "remove", flag },
      expects: isOn ? [{ ...fields, op: "add", operation: "add" }] : [],
    });
  };

const follows: Step = async ({ walker, dice, channels }) => {
  const [channel, topic, policy] = [dice.pick(channels), dice.pick(TOPICS), dice.pick([0, 1, 2, 3] as const)];
  await walker.request({
    method: "POST",
    path: "/user_topics",
    parameters: { stream_id: channel, topic, visibility_policy: policy },
  });
};

const changePresence: Step = async ({ walker, dice }) => {
  const isIn = dice.boolean();
  const subscriptions = isIn ? [{ name: "Open" }] : ["Open"];
  await walker.request({
    method: isIn ? "POST" : "DELETE",
    path: "/users/me/subscriptions",
    parameters: { subscriptions },
  });
};

const configures: Step = async ({ walker, dice, channels, words }) => {
  const parameters = dice.pick([{ description: words() }, { new_name: `Walk ${words()}` }]);
  await walker.request({ method: "PATCH", path: `/streams/${dice.pick(channels)}`, parameters });
};

const sorts: Step = async ({ walker, words }) =>
  walker.request({ method: "POST", path: "/channel_folders/create", parameters: { name: words(), description: "" } });

const prefers: Step = async ({ walker, dice, channels }) => {
  const value = dice.boolean();
  const expects = [{ type: "user_settings", op: "update", property: "enter_sends", value } as const];
  if (dice.boolean())
    await walker.request({ method: "PATCH", path: "/settings", parameters: { enter_sends: value }, expects });
  else {
    const property = { stream_id: dice.pick(channels), property: "pin_to_top", value };
    const path = "/users/me/subscriptions/properties";
    await walker.request({ method: "POST", path, parameters: { subscription_data: [property] } });
  }
};

const goes: Step = async ({ walker, dice, channels, other }) => {
  const channel = dice.pick(channels);
  const places = [
    `#narrow/channel/${channel}`,
    `#narrow/channel/${channel}/topic/${dice.pick(TOPICS)}`,
    `#narrow/dm/${other}`,
    "#feed",
    "#starred",
    "#inbox",
  ];
  await walker.goTo(dice.pick(places));
};

const STEPS: readonly Step[] = [
  sendMessage,
  sendMessage,
  sendMessage,
  sendDirectMessage,
  edits,
  moves,
  movesAway,
  deletes,
  reacts,
  reacts,
  flags("starred"),
  flags("read"),
  flags("read"),
  follows,
  changePresence,
  configures,
  sorts,
  prefers,
  goes,
  goes,
];

test(
  "after any actions, interruptions of the network and a restart of the server, each page has the same state as a new page",
  { skip: withoutBrowser },
  async () => {
    await using server = await ServerProcess.start();
    await using browser = await Browser.start(server);
    const { owner, admin } = await server.demoUsers();
    assert.ok(owner && admin);
    const channels = await Promise.all(
      ["Walk one", "Walk two"].map(async (name) => owner.createChannel(name, [owner, admin])),
    );
    await owner.createChannel("Open", [owner]);
    const parts = ["owner", "owner", "admin"];
    const walkers = await Promise.all(
      parts.map(async (part) => new RandomWalker(await signInAsDemoUser(browser, server, part))),
    );
    // Waits for the service worker, which is needed to open pages while the server is down.
    for (const { page } of walkers) await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    for (const walker of walkers) await walker.goTo(`#narrow/channel/${channels[0]}`);

    const { rounds, seed } = randomRun({ rounds: 70, exploreRounds: 1_500 });
    const dice = new SeededRandom(seed);
    let sentCount = 0;
    let returning: Promise<void> | null = null;
    for (let step = 0; step < rounds; step += 1) {
      const nth = dice.integerBelow(walkers.length);
      const walker = walkers[nth] as RandomWalker;
      const words = () => `${seed} ${(sentCount += 1)}`;
      const other = parts[nth] === "owner" ? admin.id : owner.id;
      await dice.pick(STEPS)({ dice, walker, channels, words, other });
      // From time to time, a user goes offline or reloads the page, or the server is killed.
      const trouble = dice.integerBelow(60);
      if (trouble < 4) await walker.page.context().setOffline(trouble < 2);
      if (trouble === 4 && !returning) {
        await walker.page.context().setOffline(false);
        await walker.reload();
      }
      if (step % 200 === 40) await server.kill({ database: false });
      if (step % 200 === 50) returning = server.restart();
      if (step % 200 === 60) {
        await returning;
        returning = null;
      }
    }
    await returning;
    for (const { page } of walkers) await page.context().setOffline(false);
    await Promise.all(walkers.map(async (walker) => walker.waitUntilIdle()));

    for (const [nth, walker] of walkers.entries()) {
      const fresh = new RandomWalker(await signInAsDemoUser(browser, server, parts[nth] as string));
      const other = parts[nth] === "owner" ? admin.id : owner.id;
      const narrows: readonly Narrow[] = [
        ...channels.map((channel): Narrow => [{ operator: "channel", operand: channel }]),
        ...channels.flatMap((channel) => TOPICS.map((topic) => topicNarrow(channel, topic))),
        [{ operator: "dm", operand: [other] }],
        [{ operator: "is", operand: "starred" }],
        [],
      ];
      await assertSameKnowledge(`walker ${nth}`, walker, fresh, narrows);
      await fresh.page.context().close();
      assert.deepEqual(walker.screen.errors, []);
    }
  },
);

/**
 * Returns the properties of a message that a page displays. The edit history, the `recipient_id`, and whether the user
 * has received the message, are not displayed. The name of the channel is not compared, because pages take it from
 * another source.
 */
const shown = ({ edit_history, recipient_id, display_recipient, flags: has, ...message }: KnownMessage) => ({
  ...message,
  with: typeof display_recipient === "string" ? null : display_recipient,
  flags: has.filter((flag) => flag !== "historical").toSorted(),
});

async function assertSameKnowledge(
  who: string,
  one: RandomWalker,
  fresh: RandomWalker,
  narrows: readonly Narrow[],
): Promise<void> {
  // Waits until the states are equal, because a change that the server has accepted stays visible for some seconds
  // until its event is received.
  const differing = async () => {
    const [known, updated] = [await one.state(), await fresh.state()];
    const names = new Set([...Object.keys(known), ...Object.keys(updated)]);
    return [...names]
      .filter((name) => !UNCOMPARED_FIELDS.has(name) && !isDeepStrictEqual(known[name], updated[name]))
      .map((name) => ({ name, known: known[name], updated: updated[name] }));
  };
  let states: Awaited<ReturnType<typeof differing>> = [];
  const isTheSame = async () => {
    states = await differing();
    return states.length === 0;
  };
  await until(isTheSame).catch((cause: unknown) => {
    for (const { name, known, updated } of states) assert.deepEqual(known, updated, `${who}: ${name}`);
    throw cause;
  });
  for (const narrow of narrows) {
    const [known, refetched] = [await one.list(narrow), await fresh.list(narrow)];
    const count = Math.min(known.messages.length, refetched.messages.length);
    const newest = (messages: readonly KnownMessage[]) => (count === 0 ? [] : messages.slice(-count).map(shown));
    const where = `${who}: ${JSON.stringify(narrow)}`;
    assert.deepEqual(newest(known.messages), newest(refetched.messages), where);
    if (known.isWhole && refetched.isWhole) assert.equal(known.messages.length, refetched.messages.length, where);
  }
}
