import assert from "node:assert/strict";
import { test } from "node:test";
import {
  countStatements,
  createTestOrganization,
  type ApiResponse,
  type Parameters,
  type TestUser,
  watchEvents,
} from "@parlance/testkit";

const POLL = { widget_type: "poll", extra_data: { question: "Lunch?", options: ["Soup"] } };
const TODO = { widget_type: "todo", extra_data: { task_list_title: "Today", tasks: [] } };

const adds = (person: TestUser, message: number, content: unknown, more: Parameters = {}): Promise<ApiResponse> =>
  person.post("/submessage", { message_id: message, msg_type: "widget", content: JSON.stringify(content), ...more });

async function submessagesOf(reader: TestUser, message: number) {
  const { message: found } = await reader.callOrThrow("GET", `/messages/${message}`);
  return found.submessages as { id: number; sender_id: number; content: string }[];
}

const succeeds = async (answer: Promise<ApiResponse>) => assert.equal((await answer).result, "success");

const vote = { type: "vote", key: "canned,0", vote: 1 };

test("a fetched message contains its poll and all steps, and the users who received the message receive an event for each in order", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  await hamlet.createChannel("open", [hamlet, othello]);
  const message = await hamlet.sendToChannel("open");
  const steps: [TestUser, unknown][] = [
    [hamlet, POLL],
    [othello, vote],
    [othello, { type: "new_option", option: "Bread", idx: 1 }],
    [hamlet, { type: "question", question: "Dinner?" }],
    [cordelia, { ...vote, key: `${othello.id},1`, vote: -1 }],
  ];
  const [toOthello, toHamlet, toCordelia] = await watchEvents([othello, hamlet, cordelia], async () => {
    for (const [person, step] of steps) await succeeds(adds(person, message, step));
  });
  const found = await submessagesOf(othello, message);
  assert.deepEqual(
    found.map(({ id: _, ...one }) => one),
    steps.map(([{ id }, step]) => ({
      message_id: message,
      sender_id: id,
      msg_type: "widget",
      content: JSON.stringify(step),
    })),
  );
  const expected = found.map(({ id, ...one }) => ({ type: "submessage", submessage_id: id, ...one }));
  for (const events of [toOthello, toHamlet])
    assert.deepEqual(
      events?.map(({ id: _, ...event }) => event),
      expected,
    );
  // Cordelia is not subscribed to the channel.
  assert.deepEqual(toCordelia, []);
});

test("only members of a direct message conversation receive the steps of a widget in it", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const message = await hamlet.sendDirectMessage(othello);
  const all = await watchEvents([hamlet, othello, cordelia], () => adds(hamlet, message, POLL));
  assert.deepEqual(
    all.map((events) => events.map(({ type }) => type)),
    [["submessage"], ["submessage"], []],
  );
});

const cases: [name: string, widget: object, steps: readonly [unknown, string | null][]][] = [
  [
    "a poll",
    POLL,
    [
      [vote, null],
      [{ type: "new_option", option: "Bread", idx: 0 }, null],
      [{ type: "new_option", option: "Bread", idx: 1000 }, null],
      [{ type: "new_option", option: "Bread", idx: 1001 }, 'poll data["idx"] is too large'],
      [{ type: "new_option", option: "Bread", idx: -1 }, 'poll data["idx"] is too small'],
      [{ type: "new_option", option: 7, idx: 1 }, 'poll data["option"] is not a string'],
      [{ type: "new_option", idx: 1 }, 'poll data["option"] field is missing: Field required'],
      [{ ...vote, vote: 2 }, 'Invalid poll data["vote"]'],
      [{ ...vote, key: 1 }, 'poll data["key"] is not a string'],
      [{ ...vote, more: 1 }, 'Argument "more" at poll data["more"] is unexpected'],
      [{ type: "question", question: "Mine?" }, "You can't edit a question unless you are the author."],
      [{ type: "strike", key: "1" }, "Unknown type for poll data: strike"],
      [{ type: "toString" }, "Unknown type for poll data: toString"],
      [{ type: 1 }, 'poll data["type"] is not a string'],
      [{}, 'poll data["type"] field is missing: Field required'],
      [[], "poll data is not a dict"],
      ["vote", "poll data is not a dict"],
    ],
  ],
  [
    "a to-do list",
    TODO,
    [
      [{ type: "new_task", key: 1, task: "Speak", desc: "", completed: false }, null],
      [{ type: "strike", key: "1,2" }, null],
      [{ type: "new_task", key: 1001, task: "Speak", desc: "", completed: false }, 'todo data["key"] is too large'],
      [{ type: "new_task", key: 1, task: "Speak", desc: "", completed: 1 }, 'todo data["completed"] is not a boolean'],
      [{ type: "strike", key: 1 }, 'todo data["key"] is not a string'],
      [{ type: "new_task_list_title", title: "Mine" }, "You can't edit the task list title unless you are the author."],
      [vote, "Unknown type for todo data: vote"],
    ],
  ],
];

for (const [name, widget, steps] of cases) {
  test(`an invalid action in ${name} is rejected and emits no event`, async () => {
    const { hamlet, othello } = await createTestOrganization();
    const message = await hamlet.sendDirectMessage(othello);
    await succeeds(adds(hamlet, message, widget));
    const [events] = await watchEvents([hamlet], async () => {
      for (const [step, text] of steps) {
        const { result, status, code, msg } = await adds(othello, message, step);
        if (text === null) assert.equal(result, "success", `${JSON.stringify(step)}: ${msg}`);
        else assert.deepEqual([step, status, code, msg], [step, 400, "BAD_REQUEST", text]);
      }
    });
    assert.equal(events?.length, steps.filter(([, text]) => text === null).length);
  });
}

test("steps that only the message's author may add are accepted from the author", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const [poll, list] = [await hamlet.sendDirectMessage(othello), await hamlet.sendDirectMessage(othello)];
  await adds(hamlet, poll, POLL);
  await adds(hamlet, list, TODO);
  await succeeds(adds(hamlet, poll, { type: "question", question: "Dinner?" }));
  await succeeds(adds(hamlet, list, { type: "new_task_list_title", title: "Tomorrow" }));
  assert.equal((await adds(hamlet, list, { type: "new_task_list_title" })).result, "error");
});

test("only the sender of a message can create a widget in it, and afterward other users can add steps", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const message = await hamlet.sendDirectMessage(othello);
  const { status, code, msg } = await adds(othello, message, POLL);
  assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "You cannot attach a submessage to this message."]);
  assert.deepEqual(await submessagesOf(hamlet, message), []);
  // The server does not know widgets of the type "chess", and accepts any JSON as a step.
  await succeeds(adds(hamlet, message, { widget_type: "chess" }));
  await succeeds(adds(othello, message, ["e2", "e4"]));
});

test("a submessage with invalid JSON or too much content is rejected", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const message = await hamlet.sendDirectMessage(othello);
  for (const content of ["", "{", "'a'", "undefined"]) {
    const { status, code, msg } = await adds(hamlet, message, null, { content });
    assert.deepEqual([content, status, code, msg], [content, 400, "BAD_REQUEST", "Invalid json for submessage"]);
  }
  const sized = (length: number) => JSON.stringify("x".repeat(length - 2));
  assert.equal(
    (await adds(hamlet, message, null, { content: sized(10_001) })).msg,
    "content is too long (limit: 10000 characters)",
  );
  await succeeds(adds(hamlet, message, null, { content: sized(10_000) }));
  assert.equal((await adds(hamlet, message, POLL, { msg_type: "" })).msg, "msg_type cannot be blank");
  assert.equal(
    (await adds(hamlet, message, POLL, { msg_type: "x".repeat(61) })).msg,
    "msg_type is too long (limit: 60 characters)",
  );
  for (const name of ["message_id", "msg_type", "content"]) {
    const all: Parameters = { message_id: message, msg_type: "widget", content: "{}" };
    const { [name]: _, ...others } = all;
    const { code, msg } = await hamlet.call("POST", "/submessage", others);
    assert.deepEqual([code, msg], ["REQUEST_VARIABLE_MISSING", `Missing '${name}' argument`]);
  }
});

test("users cannot add submessages to messages that they cannot read, or in archived channels", async () => {
  const { iago, hamlet, othello, cordelia, polonius } = await createTestOrganization();
  const archive = await hamlet.createChannel("archive", [hamlet, othello]);
  await hamlet.createChannel("open", [hamlet]);
  const [old, open, direct] = [
    await hamlet.sendToChannel("archive"),
    await hamlet.sendToChannel("open"),
    await hamlet.sendDirectMessage(othello),
  ];
  for (const message of [old, open, direct]) await adds(hamlet, message, POLL);
  await iago.callOrThrow("DELETE", `/streams/${archive}`);
  const refused: [TestUser, number][] = [
    [hamlet, old],
    [othello, old],
    [polonius, open],
    [cordelia, direct],
    [hamlet, 0],
  ];
  for (const [person, message] of refused) {
    const { status, code, msg } = await adds(person, message, vote);
    assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "Invalid message(s)"]);
  }
  for (const message of [old, open, direct]) assert.equal((await submessagesOf(hamlet, message)).length, 1);
});

test("fetching a page of messages with widgets executes as many statements as fetching one without", async () => {
  const { hamlet, othello, server } = await createTestOrganization();
  const ids: number[] = [];
  for (let n = 0; n < 4; n += 1) ids.push(await hamlet.sendDirectMessage(othello));
  const fetching = async () => {
    const counts: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const fetch = () => othello.callOrThrow("GET", "/messages", { anchor: "newest", num_before: 10 });
      counts.push((await countStatements(server.db.pool, fetch)).statements);
    }
    return Math.min(...counts);
  };
  const without = await fetching();
  for (const id of ids) {
    await adds(hamlet, id, POLL);
    await adds(othello, id, vote);
  }
  assert.equal(await fetching(), without);
});

test("the total size of a message's submessages is limited", async () => {
  const { server, hamlet, othello } = await createTestOrganization();
  const message = await hamlet.sendDirectMessage(othello);
  await succeeds(adds(hamlet, message, POLL));
  const initialLength = JSON.stringify(POLL).length;
  const steps = [999_000 - initialLength, 1000 - JSON.stringify(vote).length];
  await server.db.pool.query(
    `insert into submessage (message_id, sender_id, msg_type, content)
     select $1, $2, 'widget', repeat('x', length) from unnest($3::int[]) as length`,
    [message, hamlet.id, steps],
  );
  await succeeds(adds(othello, message, vote));
  const { status, code, msg } = await adds(othello, message, vote);
  assert.deepEqual(
    [status, code, msg],
    [400, "BAD_REQUEST", "This message already has the maximum amount of widget data."],
  );
});
