import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type TestUser, watchEvents } from "@parlance/testkit";

const poll = (question: string, ...options: string[]) => ({ widget_type: "poll", extra_data: { question, options } });
const todo = (task_list_title: string, ...tasks: { task: string; desc: string }[]) => ({
  widget_type: "todo",
  extra_data: { task_list_title, tasks },
});

const commands: [text: string, widget: object | null][] = [
  ["/poll Lunch?\nSoup\n- Bread\n* Cake\n\n  -  Pie  ", poll("Lunch?", "Soup", "Bread", "Cake", "Pie")],
  ["/poll", poll("")],
  ["/poll\nSoup", poll("", "Soup")],
  ["/poll Lunch?\r\nSoup", poll("Lunch?", "Soup")],
  [
    "/todo Today\nSpeak: to be, or not: to be\n- Sleep",
    todo("Today", { task: "Speak", desc: "to be, or not: to be" }, { task: "Sleep", desc: "" }),
  ],
  ["/todo", todo("")],
  ["/polls Lunch?", null],
  ["/me polls", null],
  ["Try /poll", null],
  ["> /poll Lunch?", null],
];

const widgetOf = (submessages: { content: string }[]): unknown =>
  submessages.length === 0 ? null : JSON.parse(submessages[0]?.content ?? "");

for (const [text, widget] of commands) {
  const what = widget ? JSON.stringify(widget) : "no widget";
  test(`${JSON.stringify(text)} creates ${what}`, async () => {
    const { hamlet, othello } = await createTestOrganization();
    let message = 0;
    const [events] = await watchEvents([othello], async () => {
      message = await hamlet.sendDirectMessage(othello, { content: text });
    });
    const { message: found } = await othello.callOrThrow("GET", `/messages/${message}`);
    assert.deepEqual(widgetOf(found.submessages), widget);
    const received = events?.find(({ type }) => type === "message");
    assert.deepEqual(received?.["message"]?.submessages, found.submessages);
    if (widget) {
      const { id: _, content: _text, ...facts } = found.submessages[0]!;
      assert.deepEqual(facts, { message_id: message, sender_id: hamlet.id, msg_type: "widget" });
    }
    assert.ok(found.content.startsWith("<"));
  });
}

test("when a message creates a poll, all users who can read the message can vote", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const message = await hamlet.sendDirectMessage(othello, { content: "/poll Lunch?\nSoup" });
  const steps = (person: TestUser, step: object) =>
    person.post("/submessage", { message_id: message, msg_type: "widget", content: JSON.stringify(step) });
  assert.equal((await steps(othello, { type: "vote", key: "canned,0", vote: 1 })).result, "success");
  assert.equal((await steps(othello, { type: "strike", key: "1" })).msg, "Unknown type for poll data: strike");
});

test("of messages that are sent at the same time, each gets the widget that its own text creates, if any", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const texts = ["/poll One", "plain", "/poll Two", "/todo Three"];
  const ids = await Promise.all(texts.map((content) => hamlet.sendDirectMessage(othello, { content })));
  const { messages } = await othello.callOrThrow("GET", "/messages", { message_ids: ids });
  const found = new Map<number, unknown>(
    messages.map(({ id, submessages }: { id: number; submessages: { content: string }[] }) => [
      id,
      widgetOf(submessages),
    ]),
  );
  assert.deepEqual(
    ids.map((id) => found.get(id)),
    [poll("One"), null, poll("Two"), todo("Three")],
  );
});
