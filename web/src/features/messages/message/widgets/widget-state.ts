// Polls and lists of things to do: what their steps come to. Pure.
import type { Submessage } from "@parlance/contract/entities/message.ts";

export interface PollOption {
  /** Names it in steps. */
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

export interface TaskList {
  readonly kind: "tasks";
  readonly title: string;
  readonly tasks: readonly Task[];
}

type Step = Readonly<Record<string, unknown>>;

/** What a message is, if it is more than its text; null where it is not, or is nothing that we know. */
export function widgetOf(submessages: readonly Submessage[]): Poll | TaskList | null {
  const [first, ...rest] = submessages.toSorted((a, b) => a.id - b.id);
  const begun = first && stepIn(first);
  const data = begun?.["extra_data"];
  if (!begun || typeof data !== "object" || data === null) return null;
  const steps = rest.flatMap((one) => {
    const step = stepIn(one);
    return step ? [{ by: one.sender_id, step }] : [];
  });
  if (begun["widget_type"] === "poll") return steps.reduce(afterPollStep, pollFrom(data as Step));
  return begun["widget_type"] === "todo" ? steps.reduce(afterTaskStep, tasksFrom(data as Step)) : null;
}

/** Whether a message is a poll or a list of things to do. */
export const isWidget = (submessages: readonly Submessage[]): boolean =>
  submessages.length > 0 && widgetOf(submessages) !== null;

function stepIn({ content }: Submessage): Step | null {
  try {
    const step: unknown = JSON.parse(content);
    return typeof step === "object" && step !== null ? (step as Step) : null;
  } catch {
    return null;
  }
}

const textIn = (value: unknown): string => (typeof value === "string" ? value : "");
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const pollFrom = (data: Step): Poll => ({
  kind: "poll",
  question: textIn(data["question"]),
  options: listIn(data["options"]).map((text, index) => ({ key: `canned,${index}`, text: textIn(text), voters: [] })),
});

function afterPollStep(poll: Poll, { by, step }: { readonly by: number; readonly step: Step }): Poll {
  const { options } = poll;
  switch (step["type"]) {
    case "question":
      return { ...poll, question: textIn(step["question"]) };
    case "new_option": {
      const key = `${by},${String(step["idx"])}`;
      const isKnown = options.some((one) => one.key === key || one.text === step["option"]);
      return isKnown ? poll : { ...poll, options: [...options, { key, text: textIn(step["option"]), voters: [] }] };
    }
    case "vote":
      return { ...poll, options: options.map((one) => (one.key === step["key"] ? voted(one, by, step) : one)) };
    default:
      return poll;
  }
}

function voted(option: PollOption, by: number, { vote }: Step): PollOption {
  const others = option.voters.filter((id) => id !== by);
  return { ...option, voters: vote === 1 ? [...others, by] : others };
}

const tasksFrom = (data: Step): TaskList => ({
  kind: "tasks",
  title: textIn(data["task_list_title"]),
  tasks: listIn(data["tasks"]).map((task, index) => {
    const { task: text, desc } = (task ?? {}) as Step;
    return { key: `${index},canned`, text: textIn(text), about: textIn(desc), isDone: false };
  }),
});

function afterTaskStep(list: TaskList, { by, step }: { readonly by: number; readonly step: Step }): TaskList {
  const { tasks } = list;
  switch (step["type"]) {
    case "new_task_list_title":
      return { ...list, title: textIn(step["title"]) };
    case "new_task": {
      const task = {
        key: `${String(step["key"])},${by}`,
        text: textIn(step["task"]),
        about: textIn(step["desc"]),
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
