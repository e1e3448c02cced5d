import assert from "node:assert/strict";
import { test } from "node:test";
import { widgetState } from "./widget-state.ts";

const HAMLET = 5;
const CORDELIA = 6;

/** Returns the submessages of a message: the one that creates the widget, followed by the users' actions. */
const steps = (first: unknown, ...rest: readonly (readonly [number, unknown])[]) =>
  [[HAMLET, first] as const, ...rest].map(([sender_id, content], index) => ({
    id: index + 1,
    message_id: 9,
    sender_id,
    msg_type: "widget",
    content: typeof content === "string" ? content : JSON.stringify(content),
  }));

const poll = { widget_type: "poll", extra_data: { question: "To be?", options: ["Yes", "No"] } };
const todo = { widget_type: "todo", extra_data: { task_list_title: "", tasks: [{ task: "Sleep", desc: "Dream" }] } };

test("a poll counts a user at most once per option, and a withdrawn vote is no longer counted", () => {
  const vote = (by: number, key: string, value: number) => [by, { type: "vote", key, vote: value }] as const;
  const widget = widgetState(
    steps(
      poll,
      vote(HAMLET, "canned,0", 1),
      vote(HAMLET, "canned,0", 1),
      vote(CORDELIA, "canned,0", 1),
      vote(HAMLET, "canned,0", -1),
      [CORDELIA, { type: "new_option", idx: 1, option: "Perchance" }],
      vote(HAMLET, `${CORDELIA},1`, 1),
      [CORDELIA, { type: "new_option", idx: 2, option: "Yes" }],
      [HAMLET, { type: "question", question: "Or not?" }],
    ),
  );
  assert.deepEqual(widget, {
    kind: "poll",
    question: "Or not?",
    options: [
      { key: "canned,0", text: "Yes", voters: [CORDELIA] },
      { key: "canned,1", text: "No", voters: [] },
      { key: `${CORDELIA},1`, text: "Perchance", voters: [HAMLET] },
    ],
  });
});

test("tasks can be added to a to-do list, completed and reopened", () => {
  const strike = [CORDELIA, { type: "strike", key: "0,canned" }] as const;
  const added = [CORDELIA, { type: "new_task", key: 2, task: "Wake", desc: "", completed: false }] as const;
  const done = widgetState(steps(todo, strike, added));
  assert.deepEqual(done, {
    kind: "tasks",
    title: "",
    tasks: [
      { key: "0,canned", text: "Sleep", about: "Dream", isDone: true },
      { key: `2,${CORDELIA}`, text: "Wake", about: "", isDone: false },
    ],
  });
  const undone = widgetState(steps(todo, strike, strike));
  assert.equal(undone?.kind === "tasks" && undone.tasks[0]?.isDone, false);
});

test("a message without a poll or to-do list has no widget, and invalid actions are ignored", () => {
  assert.equal(widgetState([]), null);
  assert.equal(widgetState(steps({ widget_type: "zform", extra_data: {} })), null);
  assert.equal(widgetState(steps("no JSON")), null);
  assert.deepEqual(widgetState(steps({ widget_type: "poll", extra_data: {} }, [HAMLET, "no JSON"])), {
    kind: "poll",
    question: "",
    options: [],
  });
});
