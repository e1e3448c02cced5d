import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  watchEvents,
  type Parameters,
  type TestUser,
  type TestOrganization,
  untilTransactionsBlocked,
  type Narrow,
  type ResponseOf,
  type ParametersOf,
  type ApiResponse,
} from "@parlance/testkit";
import type { Tx } from "@parlance/kernel/db/types.ts";

const quiet = { send_new_subscription_messages: false };

const ALL = { anchor: "oldest", num_before: 0, num_after: 1000, narrow: [] };

const updateFlags = (person: TestUser, op: string, flag: string, range: Range) =>
  person.post("/messages/flags/narrow", { ...ALL, op, flag, ...range });

type Range = Partial<ParametersOf<"POST /messages/flags/narrow">>;
type Changed = ResponseOf<"POST /messages/flags/narrow">;

async function changes(person: TestUser, op: string, flag: string, range: Range): Promise<Changed> {
  const { body } = await updateFlags(person, op, flag, range);
  const { msg, result, ...answer } = body as Changed & { result: string; msg: string };
  assert.equal(result, "success", msg);
  return answer;
}

const channelNarrow = (channel: string | number, topic?: string) => [
  { operator: "channel", operand: channel },
  ...(topic === undefined ? [] : [{ operator: "topic", operand: topic }]),
];

/** Returns the ids of those messages that are unread for the user. */
async function unreadOf(person: TestUser, ids: readonly number[]): Promise<number[]> {
  const { messages } = await person.callOrThrow("GET", "/messages", { message_ids: ids });
  return messages.flatMap(({ id, flags }) => (flags.includes("read") ? [] : [id]));
}

interface Ten extends TestOrganization {
  readonly channel: number;
  readonly ids: readonly number[];
  /** A narrow that finds exactly the ten messages. */
  readonly narrow: Narrow;
}

/** Creates a channel with the subscribers Othello and Hamlet, and ten messages by Othello that Hamlet has not read. */
async function ten(): Promise<Ten> {
  const realm = await createTestOrganization();
  const channel = await realm.othello.createChannel("denmark", [realm.othello, realm.hamlet], quiet);
  const ids: number[] = [];
  for (let n = 0; n < 10; n += 1)
    ids.push(await realm.othello.sendToChannel(channel, { topic: n % 2 ? "odd" : "even" }));
  const narrow = [...channelNarrow(channel), { operator: "sender", operand: realm.othello.id }];
  return { ...realm, channel, ids, narrow };
}

test("a flag is changed on all messages in a range of a narrow, and the user's clients receive one event about it", async () => {
  const { hamlet, othello, channel, ids } = await ten();
  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], async () => {
    const answer = await changes(hamlet, "add", "read", {
      anchor: String(ids[4]),
      num_before: 1,
      num_after: 2,
      narrow: channelNarrow(channel, "EVEN"),
    });
    assert.deepEqual(answer, {
      processed_count: 4,
      updated_count: 4,
      first_processed_id: ids[2],
      last_processed_id: ids[8],
      found_oldest: false,
      found_newest: false,
    });
  });
  assert.deepEqual(
    toHamlet?.map(({ id: _, ...event }) => event),
    [
      {
        type: "update_message_flags",
        op: "add",
        operation: "add",
        flag: "read",
        messages: [2, 4, 6, 8].map((n) => ids[n]),
        all: false,
      },
    ],
  );
  assert.deepEqual(toOthello, []);
  assert.deepEqual(
    await unreadOf(hamlet, ids),
    [0, 1, 3, 5, 7, 9].map((n) => ids[n]),
  );
});

test("the response contains the first and last processed message, so that the client can continue with the next range", async () => {
  const { hamlet, channel, ids, narrow } = await ten();
  await changes(hamlet, "add", "starred", { anchor: String(ids[3]), num_before: 0, num_after: 0, narrow });

  const seen: Changed[] = [];
  for (let anchor = "oldest"; seen.at(-1)?.["found_newest"] !== true;) {
    const isFirst = anchor === "oldest";
    seen.push(await changes(hamlet, "add", "starred", { anchor, include_anchor: isFirst, num_after: 4, narrow }));
    anchor = String(seen.at(-1)?.last_processed_id);
  }
  assert.deepEqual(
    seen.map((answer) => [
      answer["processed_count"],
      answer["updated_count"],
      ids.indexOf(answer.first_processed_id!),
      ids.indexOf(answer.last_processed_id!),
      answer["found_oldest"],
    ]),
    [
      [4, 3, 0, 3, true],
      [4, 4, 4, 7, false],
      [2, 2, 8, 9, false],
    ],
  );
  const backwards = await changes(hamlet, "remove", "starred", { anchor: "newest", num_before: 3, narrow });
  assert.deepEqual(
    [backwards["first_processed_id"], backwards["last_processed_id"], backwards["found_newest"]],
    [ids[7], ids[9], true],
  );
  const nothing = await changes(hamlet, "add", "starred", { narrow: channelNarrow(channel, "nothing") });
  assert.deepEqual(nothing, {
    processed_count: 0,
    updated_count: 0,
    first_processed_id: null,
    last_processed_id: null,
    found_oldest: true,
    found_newest: true,
  });
});

test("the first unread anchor is the oldest unread message that matches, even if it is muted, and the newest end if no message is unread", async () => {
  const { hamlet, channel, ids, othello } = await ten();
  const other = await othello.createChannel("elsewhere", [othello, hamlet], quiet);
  await hamlet.callOrThrow("POST", "/user_topics", { stream_id: channel, topic: "even", visibility_policy: 1 });
  const elsewhere = await othello.sendToChannel(other);
  await hamlet.callOrThrow("POST", "/messages/flags", { messages: ids.slice(0, 2), op: "add", flag: "read" });

  const from = (narrow: Narrow) =>
    changes(hamlet, "add", "collapsed", { anchor: "first_unread", num_after: 0, narrow });
  const own = [{ operator: "sender", operand: othello.id }];
  assert.equal((await from(own))["first_processed_id"], ids[2]);
  assert.equal((await from(channelNarrow(channel, "odd")))["first_processed_id"], ids[3]);
  assert.equal((await from([["sender", othello.email]]))["first_processed_id"], ids[2]);

  await hamlet.callOrThrow("POST", "/messages/flags", { messages: [...ids, elsewhere], op: "add", flag: "read" });
  const range = { anchor: "first_unread", num_before: 1, num_after: 1, narrow: own };
  const none = await changes(hamlet, "add", "collapsed", range);
  assert.deepEqual([none["processed_count"], none["last_processed_id"], none["found_newest"]], [1, elsewhere, true]);
});

test("events about messages marked as unread contain each message's location, and messages in channels without a subscription are not marked", async () => {
  const { hamlet, othello, channel, ids } = await ten();
  const narrow: Narrow = [["sender", othello.email]];
  const left = await othello.createChannel("left", [othello, hamlet], quiet);
  const inLeft = await othello.sendToChannel(left);
  const direct = await othello.sendDirectMessage(hamlet);
  const all = [...ids, inLeft, direct];
  await hamlet.callOrThrow("POST", "/messages/flags", { messages: all, op: "add", flag: "read" });
  await hamlet.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["left"] });

  const [events] = await watchEvents([hamlet], async () => {
    const answer = await changes(hamlet, "remove", "read", { anchor: String(ids[8]), num_after: 4, narrow });
    assert.deepEqual(
      [answer["processed_count"], answer["updated_count"], answer["ignored_because_not_subscribed_channels"]],
      [4, 3, [left]],
    );
    const again = await changes(hamlet, "remove", "read", { anchor: String(ids[8]), num_after: 1, narrow });
    assert.deepEqual([again["updated_count"], again["ignored_because_not_subscribed_channels"]], [0, []]);
  });
  const details = events?.[0]?.["message_details"];
  assert.deepEqual(Object.keys(details ?? {}).map(Number), [ids[8], ids[9], direct]);
  assert.deepEqual(details?.[String(ids[9])], {
    type: "stream",
    stream_id: channel,
    topic: "odd",
    unmuted_stream_msg: true,
  });
  assert.ok(!("ignored_because_not_subscribed_channels" in (await changes(hamlet, "add", "read", ALL))));
});

test("messages that the user did not receive always count as read, and starring them adds the historical flag", async () => {
  const { cordelia, channel, ids, narrow } = await ten();
  const [events] = await watchEvents([cordelia], async () => {
    const read = await changes(cordelia, "add", "read", { narrow });
    assert.deepEqual([read["processed_count"], read["updated_count"]], [10, 0]);
    const unread = await changes(cordelia, "remove", "read", { narrow });
    assert.deepEqual([unread["updated_count"], unread["ignored_because_not_subscribed_channels"]], [0, [channel]]);
    const starred = await changes(cordelia, "add", "starred", { anchor: "newest", num_before: 2, narrow });
    assert.equal(starred["updated_count"], 2);
  });
  assert.deepEqual(
    events?.map(({ messages }) => messages),
    [[], [], ids.slice(8)],
  );
  const { message } = await cordelia.callOrThrow("GET", `/messages/${ids[9]}`);
  assert.deepEqual(message.flags.toSorted(), ["historical", "read", "starred"]);
});

test("in an archived channel, flags can be changed only on messages that the user received", async () => {
  const { hamlet, othello, cordelia, channel, ids, narrow } = await ten();
  await othello.callOrThrow("DELETE", `/streams/${channel}`);
  const refused = await updateFlags(cordelia, "add", "starred", { narrow });
  assert.deepEqual([refused.status, refused.code, refused.msg], [400, "BAD_REQUEST", "Invalid message(s)"]);
  assert.deepEqual((await cordelia.registerQueue()).state["starred_messages"], []);
  await watchEvents([hamlet], async () => {
    const starred = await changes(hamlet, "add", "starred", { num_after: 10, narrow });
    assert.equal(starred["updated_count"], 10);
    await changes(hamlet, "add", "read", { num_after: 5, narrow });
  });
  assert.deepEqual(await unreadOf(hamlet, ids), ids.slice(5));
});

test("flags cannot be changed on messages that the user cannot read: their channel appears empty or nonexistent", async () => {
  const { hamlet, othello, iago, polonius, channel } = await ten();
  const secret = await othello.createChannel("secret", [othello], { invite_only: true });
  await othello.sendToChannel(secret);
  for (const [person, narrow] of [
    [hamlet, channelNarrow(secret)],
    [polonius, channelNarrow(channel)],
  ] as const) {
    assert.equal((await updateFlags(person, "add", "starred", { narrow })).code, "BAD_NARROW", person.fullName);
  }
  const answer = await changes(iago, "add", "starred", { narrow: channelNarrow(secret) });
  assert.deepEqual([answer["processed_count"], answer["found_oldest"], answer["found_newest"]], [0, true, true]);
});

test("a request with invalid parameters is rejected with an error that names the parameter, and changes nothing", async () => {
  const { hamlet, ids } = await ten();
  const refused = async (range: Parameters, op = "add", flag = "starred") => {
    const { status, code, msg } = await updateFlags(hamlet, op, flag, range);
    return [status, code, msg];
  };
  const [events] = await watchEvents([hamlet], async () => {
    const bad = (msg: string, code = "BAD_REQUEST") => [400, code, msg];
    assert.deepEqual(await refused({ anchor: "middle" }), bad("Invalid anchor"));
    const around = { anchor: String(ids[3]), num_before: 1, num_after: 1, include_anchor: false };
    assert.deepEqual(await refused(around), bad("The anchor can only be excluded at an end of the range"));
    const unknown = [{ operator: "colour", operand: "red" }];
    const badNarrow = bad("Invalid narrow operator: unknown operator colour", "BAD_NARROW");
    assert.deepEqual(await refused({ narrow: unknown }), badNarrow);
    assert.deepEqual(await refused({}, "toggle"), bad("Invalid message flag operation: 'toggle'"));
    assert.deepEqual(await refused({}, "add", "shiny"), bad("Invalid flag: 'shiny'"));
    assert.deepEqual(await refused({}, "add", "mentioned"), bad("Flag not editable: 'mentioned'"));
    assert.equal((await refused({ num_after: -1 }))[0], 400);
    for (const name of ["anchor", "num_before", "num_after", "narrow", "op", "flag"]) {
      const { [name]: _, ...rest }: Parameters = { ...ALL, op: "add", flag: "read" };
      const { code, var_name } = await hamlet.call("POST", "/messages/flags/narrow", rest);
      assert.deepEqual([code, var_name], ["REQUEST_VARIABLE_MISSING", name]);
    }
  });
  assert.deepEqual(events, []);
});

test("when several requests mark the same messages as read while more are being sent, the events contain each message once", async () => {
  const { hamlet, othello, channel, ids, narrow: all } = await ten();
  const narrow = [...all, { operator: "is", operand: "unread" }];
  const client = await hamlet.registerQueue({ event_types: ["update_message_flags"] });
  const late: number[] = [];
  await Promise.all([
    ...Array.from({ length: 6 }, () => changes(hamlet, "add", "read", { narrow })),
    hamlet.callOrThrow("POST", "/messages/flags", { messages: ids.slice(3, 7), op: "add", flag: "read" }),
    ...Array.from({ length: 6 }, async () => late.push(await othello.sendToChannel(channel))),
  ]);
  await changes(hamlet, "add", "read", { narrow });
  const after = await hamlet.registerQueue();
  const updated = (await client.eventsUpTo(after.lastEventId)).flatMap((event) => event["messages"] as number[]);
  assert.deepEqual(
    updated.sort((a, b) => a - b),
    [...ids, ...late].sort((a, b) => a - b),
  );
  assert.deepEqual(await unreadOf(hamlet, [...ids, ...late]), []);
});

test("a message that is deleted during the request is skipped in a range of a narrow, but causes an error if it was requested by id", async () => {
  const realm = await ten();
  const { hamlet, server, ids, narrow } = realm;
  const ranges: Promise<Changed>[] = [];
  const remove = async (tx: Tx, id: number) => {
    await tx.deleteFrom("message_flag").where("message_id", "=", id).execute();
    await tx.deleteFrom("unread_exception").where("message_id", "=", id).execute();
    await tx.deleteFrom("message").where("id", "=", id).execute();
  };
  await server.db.write(async (tx) => {
    await remove(tx, ids[4]!);
    ranges.push(changes(hamlet, "add", "starred", { narrow }));
    await untilTransactionsBlocked(realm.server, 1);
  });
  const [range] = await Promise.all(ranges);
  assert.deepEqual([range?.["processed_count"], range?.["updated_count"]], [9, 9]);

  const outcomes: Promise<ApiResponse>[] = [];
  await server.db.write(async (tx) => {
    await remove(tx, ids[5]!);
    outcomes.push(hamlet.post("/messages/flags", { messages: [ids[5]!, ids[6]!], op: "add", flag: "collapsed" }));
    await untilTransactionsBlocked(realm.server, 1);
  });
  const [named] = await Promise.all(outcomes);
  assert.deepEqual([named?.status, named?.msg], [400, "Invalid message(s)"]);
});
