import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertSameState, hours, createTestOrganization, writeRowsDirectly, type TestUser } from "@parlance/testkit";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { secondsFromNow, schedule, scheduledMessagesSeenBy } from "./fixtures/schedule-messages.ts";

/* The result of an edit depends on the scheduled message and the request. The model is an ordered list of rules for
   errors, and a function that computes the edited message. The server must return the same error or store the same
   message. */

type Kind = "channel" | "stream" | "direct" | "private";

interface Message {
  readonly isInChannel: boolean;
  /** Index of the recipient: of a channel in the list of channels, or of users in the list of recipient lists. */
  readonly place: number;
  readonly topic: string;
  readonly content: string;
  readonly at: number;
  readonly failed: boolean;
}

interface Edit {
  readonly type?: Kind;
  readonly place?: number;
  /** True if `to` is a channel id, false if it is a list of users. */
  readonly isToChannel?: boolean;
  readonly topic?: string;
  readonly content?: string;
  readonly at?: number;
}

const PAST = secondsFromNow(-hours(1));
const TIMES = [PAST, secondsFromNow(hours(1)), secondsFromNow(hours(2))] as const;
/** Number of channels. The second does not allow the empty topic, and the third does not exist. */
const CHANNELS = 3;
const LISTS = 3;
const topics = fc.constantFrom("", "play", "(no topic)", "general chat", "Play ");
const contents = fc.constantFrom("Words", "  More *words*\n", " ");

const anyMessage: fc.Arbitrary<Message> = fc.record({
  isInChannel: fc.boolean(),
  place: fc.constant(0),
  topic: fc.constant("play"),
  content: fc.constant("Words"),
  at: fc.constant(TIMES[1]),
  failed: fc.boolean(),
});
const anyEdit: fc.Arbitrary<Edit> = fc.record(
  {
    type: fc.constantFrom<Kind>("channel", "stream", "direct", "private"),
    place: fc.nat(2),
    isToChannel: fc.boolean(),
    topic: topics,
    content: contents,
    at: fc.constantFrom(...TIMES),
  },
  { requiredKeys: [] },
);

const hasTo = ({ place, isToChannel }: Edit) => place !== undefined && isToChannel !== undefined;
const isChannel = (type: Kind) => type === "channel" || type === "stream";

type Rule = readonly [text: string, isBroken: (edit: Edit, before: Message) => boolean];

const goesToChannel = ({ type }: Edit, before: Message) => (type === undefined ? before.isInChannel : isChannel(type));
const isMismatched = (edit: Edit, before: Message) => hasTo(edit) && edit.isToChannel !== goesToChannel(edit, before);
const isEmpty = (edit: Edit) =>
  !hasTo(edit) && [edit.type, edit.topic, edit.content, edit.at].every((value) => value === undefined);
const NOT_FUTURE = "Scheduled delivery time must be in the future.";
const wrongType = (isTyped: boolean, isInChannel: boolean): Rule => [
  isInChannel ? "Invalid data type for channel ID" : "Invalid data type for recipients",
  (edit, before) =>
    (edit.type !== undefined) === isTyped && goesToChannel(edit, before) === isInChannel && isMismatched(edit, before),
];

/**
 * The errors of an edit, each with the condition that causes it. The first condition that is true determines the error.
 */
const rules: readonly Rule[] = [
  ["Nothing to change", isEmpty],
  ["Recipient required when updating type of scheduled message.", (edit) => edit.type !== undefined && !hasTo(edit)],
  [
    "Topic required when updating scheduled message type to channel.",
    ({ type, topic }) => type !== undefined && isChannel(type) && topic === undefined,
  ],
  wrongType(true, true),
  wrongType(true, false),
  [NOT_FUTURE, ({ at }) => at === PAST],
  [NOT_FUTURE, ({ at }, { failed }) => failed && at === undefined],
  wrongType(false, true),
  wrongType(false, false),
  ["Message must not be empty", ({ content }) => content === " "],
];

/** Returns the edited message, or the error that the server should return. */
function expected(before: Message, edit: Edit): Message | string {
  const broken = rules.find(([, isBroken]) => isBroken(edit, before));
  if (broken) return broken[0];
  const isInChannel = goesToChannel(edit, before);
  const after = {
    isInChannel,
    place: hasTo(edit) ? (edit.place ?? 0) : before.place,
    topic: isInChannel ? known(edit.topic ?? before.topic) : "",
    content: (edit.content ?? before.content).trimEnd(),
    at: edit.at ?? before.at,
    failed: false,
  };
  return refusalOf(after, hasTo(edit) || edit.topic !== undefined || edit.content !== undefined) ?? after;
}

const known = (topic: string) => (["(no topic)", "general chat"].includes(topic) ? "" : topic.trim());

/** Returns the error with which sending the message would fail, if any. */
function refusalOf({ isInChannel, place, topic }: Message, isValidated: boolean): string | undefined {
  if (!isValidated) return undefined;
  if (isInChannel && place === 2) return "Channel with ID '987654' does not exist";
  if (!isInChannel && place === 2) return "Invalid user ID 987654";
  return isInChannel && place === 1 && topic === ""
    ? "Sending messages to the general chat is not allowed in this channel."
    : undefined;
}

test("an edit has the result that the model's rules predict, and clients then have the same state as a newly registered client", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia } = realm;
  const channels = [
    await hamlet.createChannel("elsinore", [hamlet]),
    await hamlet.createChannel("wittenberg", [hamlet], { topics_policy: "disable_empty_topic" }),
    987_654,
  ];
  const lists = [[othello.id], [othello.id, cordelia.id].sort((a, b) => a - b), [987_654]];
  assert.deepEqual([channels.length, lists.length], [CHANNELS, LISTS]);
  await assertProperty(
    fc.asyncProperty(anyMessage, anyEdit, async (before, edit) => {
      const to = before.isInChannel ? (channels[before.place] ?? 0) : [othello];
      const id = await schedule(hamlet, { to, topic: before.topic, content: before.content, at: before.at });
      if (before.failed) {
        await writeRowsDirectly(realm, (tx) =>
          tx.updateTable("scheduled_message").set({ is_failed: true }).where("id", "=", id).execute(),
        );
      }
      const wanted = expected(before, edit);
      const client = await hamlet.registerQueue({ event_types: ["scheduled_messages"] });
      const answer = await hamlet.call("PATCH", `/scheduled_messages/${id}`, parametersOf(edit, { channels, lists }));
      if (typeof wanted === "string") assert.equal(answer.msg, wanted);
      else assert.equal(answer.result, "success", answer.msg);
      const after = typeof wanted === "string" ? before : wanted;
      await assertIs(hamlet, id, after, { channels, lists });
      const again = await hamlet.registerQueue({ event_types: ["scheduled_messages"] });
      assertSameState("Hamlet", client.state, await client.poll(), again.state);
      await hamlet.callOrThrow("DELETE", `/scheduled_messages/${id}`);
    }),
    { rounds: 25, exploreRounds: 3000 },
  );
});

interface Places {
  readonly channels: readonly number[];
  readonly lists: readonly (readonly number[])[];
}

const parametersOf = (edit: Edit, { channels, lists }: Places) => ({
  ...(edit.type !== undefined && { type: edit.type }),
  ...(hasTo(edit) && { to: (edit.isToChannel ? channels[edit.place ?? 0] : [...(lists[edit.place ?? 0] ?? [])]) ?? 0 }),
  ...(edit.topic !== undefined && { topic: edit.topic }),
  ...(edit.content !== undefined && { content: edit.content }),
  ...(edit.at !== undefined && { scheduled_delivery_timestamp: edit.at }),
});

async function assertIs(person: TestUser, id: number, message: Message, { channels, lists }: Places): Promise<void> {
  const found = (await scheduledMessagesSeenBy(person)).find((one) => one.scheduled_message_id === id);
  assert.ok(found);
  const { rendered_content: _, ...withoutHtml } = found;
  assert.deepEqual(withoutHtml, {
    scheduled_message_id: id,
    ...(message.isInChannel
      ? { type: "stream", to: channels[message.place], topic: message.topic }
      : { type: "private", to: lists[message.place] }),
    content: message.content,
    scheduled_delivery_timestamp: message.at,
    failed: message.failed,
  });
}
