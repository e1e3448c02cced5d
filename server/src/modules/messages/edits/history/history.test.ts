import assert from "node:assert/strict";
import { test } from "node:test";
import {
  call,
  createTestOrganization,
  type Parameters,
  type ParametersOf,
  type TestUser,
  type TestOrganization,
} from "@parlance/testkit";
import { editAs, contentSeenBy, waitForSettled } from "../fixtures/edit-messages.ts";

/** Start of the test, in UNIX seconds. Rounded down because edit histories round down. */
const startedAt = Math.floor(Date.now() / 1000);

async function historyOf(
  person: TestUser,
  message: number,
  parameters: ParametersOf<"GET /messages/:message_id/history"> = {},
) {
  const form = { allow_empty_topic_name: true, ...parameters };
  const { message_history } = await person.callOrThrow("GET", `/messages/${message}/history`, form);
  return message_history.map(({ timestamp, ...snapshot }) => {
    assert.ok(timestamp >= startedAt && timestamp <= Date.now() / 1000);
    return snapshot;
  });
}

const moves = (person: TestUser, message: number, where: Parameters) =>
  person.callOrThrow("PATCH", `/messages/${message}`, { send_notification_to_new_thread: false, ...where });

test("the history of a message that was never changed consists of one snapshot", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const message = await hamlet.sendDirectMessage(othello, { content: "To *be*" });
  const snapshot = { topic: "", content: "To *be*", rendered_content: "<p>To <em>be</em></p>", user_id: hamlet.id };
  for (const person of [hamlet, othello]) assert.deepEqual(await historyOf(person, message), [snapshot]);
});

test("the history has a snapshot of the sent message, and one after each edit or move", async () => {
  const { iago, hamlet, othello } = await createTestOrganization();
  const denmark = await hamlet.createChannel("denmark", [iago, hamlet, othello]);
  const elsinore = await hamlet.createChannel("elsinore", [iago, hamlet, othello]);
  const message = await hamlet.sendToChannel("denmark", { topic: "", content: "To be" });
  await editAs(hamlet, message, "Not to be");
  await moves(iago, message, { topic: "ghosts" });
  await editAs(hamlet, message, "Not to see", { topic: "men" });
  await moves(iago, message, { stream_id: elsinore, topic: "women" });
  await moves(iago, message, { stream_id: denmark });

  const [be, notBe, notSee] = [
    { content: "To be", rendered_content: "<p>To be</p>" },
    { content: "Not to be", rendered_content: "<p>Not to be</p>" },
    { content: "Not to see", rendered_content: "<p>Not to see</p>" },
  ] as const;
  const deleted = (text: string) => `<span class="highlight_text_deleted">${text}</span>`;
  const inserted = (text: string) => `<span class="highlight_text_inserted">${text}</span>`;
  assert.deepEqual(await historyOf(othello, message), [
    { ...be, topic: "", user_id: hamlet.id },
    {
      ...notBe,
      topic: "",
      user_id: hamlet.id,
      prev_content: "To be",
      prev_rendered_content: "<p>To be</p>",
      content_html_diff: `<div><p>${deleted("To ")}${inserted("Not to")} be</p></div>`,
    },
    { ...notBe, topic: "ghosts", prev_topic: "", user_id: iago.id },
    {
      ...notSee,
      topic: "men",
      prev_topic: "ghosts",
      user_id: hamlet.id,
      prev_content: "Not to be",
      prev_rendered_content: "<p>Not to be</p>",
      content_html_diff: `<div><p>Not to${deleted(" be")} ${inserted("see")}</p></div>`,
    },
    { ...notSee, topic: "women", prev_topic: "men", stream: elsinore, prev_stream: denmark, user_id: iago.id },
    { ...notSee, topic: "women", stream: denmark, prev_stream: elsinore, user_id: iago.id },
  ]);
  const shown = await historyOf(othello, message, { allow_empty_topic_name: false });
  assert.deepEqual(
    shown.map(({ topic, prev_topic }) => [topic, prev_topic]),
    [
      ["general chat", undefined],
      ["general chat", undefined],
      ["ghosts", "general chat"],
      ["men", "ghosts"],
      ["women", "men"],
      ["women", undefined],
    ],
  );
});

test("an organization's setting determines whether the history shows all changes, only moves, or nothing", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, othello } = realm;
  await hamlet.createChannel("denmark", [iago, hamlet, othello]);
  const message = await hamlet.sendToChannel("denmark", { topic: "ghosts", content: "1" });
  await editAs(hamlet, message, "2");
  await editAs(hamlet, message, "3", { topic: "men" });
  const entries = async () => {
    const { edit_history, last_edit_timestamp, last_moved_timestamp } = await contentSeenBy(othello, message);
    assert.ok(last_edit_timestamp! > 0 && last_moved_timestamp! > 0);
    return edit_history?.map(({ timestamp: _, ...entry }) => entry);
  };
  const [first, second] = [
    { user_id: hamlet.id, prev_content: "1", prev_rendered_content: "<p>1</p>" },
    { user_id: hamlet.id, prev_content: "2", prev_rendered_content: "<p>2</p>", prev_topic: "ghosts", topic: "men" },
  ];
  assert.deepEqual(await entries(), [second, first]);
  assert.deepEqual((await historyOf(othello, message)).length, 3);

  await waitForSettled(realm, { message_edit_history_visibility_policy: "moves" });
  assert.deepEqual(await entries(), [{ user_id: hamlet.id, prev_topic: "ghosts", topic: "men" }]);
  const now = { content: "3", rendered_content: "<p>3</p>", user_id: hamlet.id };
  assert.deepEqual(await historyOf(othello, message), [
    { ...now, topic: "ghosts" },
    { ...now, topic: "men", prev_topic: "ghosts" },
  ]);

  await waitForSettled(realm, { message_edit_history_visibility_policy: "none" });
  assert.deepEqual(await entries(), undefined);
  for (const person of [othello, hamlet, iago]) {
    const { status, code, msg } = await person.get(`/messages/${message}/history`);
    assert.deepEqual(
      [status, code, msg],
      [400, "BAD_REQUEST", "Message edit history is disabled in this organization"],
    );
  }
});

test("only signed-in users who can read a message can see its history", async () => {
  const { server, host, desdemona, hamlet, othello, cordelia, polonius } = await createTestOrganization();
  await desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
  await hamlet.createChannel("open", [hamlet]);
  await desdemona.createChannel("web", [desdemona, hamlet], { is_web_public: true });
  await hamlet.createChannel("secret", [hamlet], { invite_only: true });
  const [open, web, secret, direct] = [
    await hamlet.sendToChannel("open"),
    await hamlet.sendToChannel("web"),
    await hamlet.sendToChannel("secret"),
    await hamlet.sendDirectMessage(othello),
  ];
  for (const [person, message] of [
    [cordelia, open],
    [polonius, web],
    [othello, direct],
  ] as const) {
    assert.equal((await historyOf(person, message)).length, 1);
  }
  for (const [person, message] of [
    [polonius, open],
    [cordelia, secret],
    [cordelia, direct],
    [hamlet, 0],
  ] as const) {
    const { status, code, msg } = await person.get(`/messages/${message}/history`);
    assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "Invalid message(s)"]);
  }
  const site = { port: server.port, host };
  const spectator = await call(site, { method: "GET", path: `/messages/${web}/history` });
  assert.deepEqual([spectator.status, spectator.code], [401, "UNAUTHORIZED"]);
});

/** Creates a message that was edited `times` times. Consecutive texts have few words in common. */
async function editedOften(realm: TestOrganization, times: number): Promise<number> {
  const { server, hamlet, othello } = realm;
  const message = await hamlet.sendDirectMessage(othello, { content: "now" });
  const text = (index: number) =>
    Array.from({ length: 1500 }, (_, word) => (index * 7919 + word * word) % 4001).join(" ");
  const rows = Array.from({ length: times }, (_, index) => ({
    message_id: message,
    user_id: hamlet.id,
    edited_at: new Date(),
    prev_content: text(index),
    prev_rendered_content: `<p>${text(index)}</p>`,
  }));
  await server.db.write(async (tx) => {
    await tx.insertInto("message_edit").values(rows).execute();
    await tx.updateTable("message").set({ is_changed: true }).where("id", "=", message).execute();
  });
  return message;
}

test("the history of a large message that was moved a thousand times is truncated so that it fits into a response", async () => {
  const realm = await createTestOrganization();
  const { server, hamlet, othello } = realm;
  const message = await hamlet.sendDirectMessage(othello, { content: "now" });
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    message_id: message,
    user_id: hamlet.id,
    edited_at: new Date(),
    prev_topic: `topic ${index}`,
    topic: `topic ${index + 1}`,
  }));
  await server.db.write(async (tx) => {
    await tx.insertInto("message_edit").values(rows).execute();
    const large = { is_changed: true, rendered_content: `<p>${"large ".repeat(100_000)}</p>` };
    await tx.updateTable("message").set(large).where("id", "=", message).execute();
  });
  const { message_history: history } = await hamlet.callOrThrow("GET", `/messages/${message}/history`, {});
  const bytes = Buffer.byteLength(JSON.stringify(history));
  assert.ok(bytes > 9_000_000 && bytes < 11_000_000, `${bytes} bytes`);
  // The first snapshot has no previous topic: it is the state before the oldest included move.
  assert.deepEqual(
    history.map(({ prev_topic }) => prev_topic === undefined),
    history.map((_, index) => index === 0),
  );
});

test("the history of a message with a thousand long edits includes only the newest edits, and is computed quickly", async () => {
  const realm = await createTestOrganization();
  const { hamlet } = realm;
  const message = await editedOften(realm, 1000);
  const began = process.cpuUsage();
  const history = await historyOf(hamlet, message);
  const { user } = process.cpuUsage(began);
  assert.ok(user < 8e6, `${user / 1000} ms`);
  assert.ok(history.length > 100 && history.length < 500, String(history.length));
  assert.deepEqual(Object.keys(history[0]!).toSorted(), ["content", "rendered_content", "topic", "user_id"]);
  assert.deepEqual([history.at(-1)?.content, history.at(-1)?.prev_content], ["now", history.at(-2)?.content]);
  const diff = history.at(-1)!.content_html_diff!;
  assert.ok(diff.startsWith("<div><p>") && diff.includes("highlight_text_deleted"));
});

test("in a fetched message, all edits are listed, but the previous texts of old edits are omitted if they exceed the size limit", async () => {
  const realm = await createTestOrganization();
  const message = await editedOften(realm, 300);
  const { edit_history: history = [] } = await contentSeenBy(realm.othello, message);
  assert.equal(history.length, 300);
  const hasContent = history.map(({ prev_content }) => prev_content !== undefined);
  const count = hasContent.indexOf(false);
  assert.ok(count > 50 && count < 200, String(count));
  assert.ok(!hasContent.slice(count).includes(true));
  assert.ok(JSON.stringify(history).length < 2_100_000);
});
