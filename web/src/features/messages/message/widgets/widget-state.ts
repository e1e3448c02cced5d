// Computes the state of polls and to-do lists from their submessages.
import type { Submessage } from "@parlance/contract/entities/message.ts";

export interface PollOption {
  /** Identifies the option in submessages. */
  readonly key: string;
  readonly text: string;
  readonly voters: readonly number[];
}

export interface Poll {
  readonly kind: "poll";
  readonly question: string;
  readonly options: readonly PollOption[];
}

export interface Task {
  readonly key: string;
  readonly text: string;
  readonly about: string;
  readonly isDone: boolean;
}

export interface TodoList {
  readonly kind: "tasks";
  readonly title: string;
  readonly tasks: readonly Task[];
}

type WidgetEvent = Readonly<Record<string, unknown>>;

/** Returns the state of a message's widget. Null if the message has no widget, or a widget of an unknown type. */
export function widgetState(submessages: readonly Submessage[]): Poll | TodoList | null {
  const [first, ...rest] = submessages.toSorted((a, b) => a.id - b.id);
  const firstEvent = first && parseEvent(first);
  const data = firstEvent?.["extra_data"];
  if (!firstEvent || typeof data !== "object" || data === null) return null;
  const steps = rest.flatMap((one) => {
    const step = parseEvent(one);
    return step ? [{ by: one.sender_id, step }] : [];
  });
  if (firstEvent["widget_type"] === "poll") return steps.reduce(applyPollEvent, createPoll(data as WidgetEvent));
  return firstEvent["widget_type"] === "todo"
    ? steps.reduce(applyTodoEvent, createTodoList(data as WidgetEvent))
    : null;
}

/** Returns true if a message is a poll or a to-do list. */
export const isWidget = (submessages: readonly Submessage[]): boolean =>
  submessages.length > 0 && widgetState(submessages) !== null;

function parseEvent({ content }: Submessage): WidgetEvent | null {
  try {
    const step: unknown = JSON.parse(content);
    return typeof step === "object" && step !== null ? (step as WidgetEvent) : null;
  } catch {
    return null;
  }
}

const asText = (value: unknown): string => (typeof value === "string" ? value : "");
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const createPoll = (data: WidgetEvent): Poll => ({
  kind: "poll",
  question: asText(data["question"]),
  options: asList(data["options"]).map((text, index) => ({ key: `canned,${index}`, text: asText(text), voters: [] })),
});

function applyPollEvent(poll: Poll, { by, step }: { readonly by: number; readonly step: WidgetEvent }): Poll {
  const { options } = poll;
  switch (step["type"]) {
    case "question":
      return { ...poll, question: asText(step["question"]) };
    case "new_option": {
      const key = `${by},${String(step["idx"])}`;
      const isKnown = options.some((one) => one.key === key || one.text === step["option"]);
      return isKnown ? poll : { ...poll, options: [...options, { key, text: asText(step["option"]), voters: [] }] };
    }
    case "vote":
      return { ...poll, options: options.map((one) => (one.key === step["key"] ? applyVote(one, by, step) : one)) };
    default:
      return poll;
  }
}

function applyVote(option: PollOption, by: number, { vote }: WidgetEvent): PollOption {
  const others = option.voters.filter((id) => id !== by);
  return { ...option, voters: vote === 1 ? [...others, by] : others };
}

const createTodoList = (data: WidgetEvent): TodoList => ({
  kind: "tasks",
  title: asText(data["task_list_title"]),
  tasks: asList(data["tasks"]).map((task, index) => {
    const { task: text, desc } = (task ?? {}) as WidgetEvent;
    return { key: `${index},canned`, text: asText(text), about: asText(desc), isDone: false };
  }),
});

function applyTodoEvent(list: TodoList, { by, step }: { readonly by: number; readonly step: WidgetEvent }): TodoList {
  const { tasks } = list;
  switch (step["type"]) {
    case "new_task_list_title":
      return { ...list, title: asText(step["title"]) };
    case "new_task": {
      const task = {
        key: `${String(step["key"])},${by}`,
        text: asText(step["task"]),
        about: asText(step["desc"]),
        isDone: false,
      };
      return tasks.some(({ text }) => text === task.text) ? list : { ...list, tasks: [...tasks, task] };
    }
    case "strike":
      return { ...list, tasks: tasks.map((one) => (one.key === step["key"] ? { ...one, isDone: !one.isDone } : one)) };
    default:
      return list;
  }
}
