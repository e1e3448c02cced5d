import { useMemo, useState } from "react";
import { takeStep } from "../actions/take-step.ts";
import type { KnownMessage } from "../replica/messages.ts";
import { peopleById } from "../replica/selectors/by-id.ts";
import { Button } from "../ui/button.tsx";
import { Tick } from "../ui/choice.tsx";
import { Field } from "../ui/field.tsx";
import { useClient } from "../view/client-context.tsx";
import { useKnown } from "../view/use-store.ts";
import { words } from "../words/index.ts";
import { told } from "./told.ts";
import styles from "./widget.module.css";
import { type Poll, type PollOption, type TaskList, widgetOf } from "./widget-steps.ts";

/** What a message is, if it is more than its text. */
export function Widget({ message }: { message: KnownMessage }) {
  const widget = useMemo(() => widgetOf(message.submessages), [message.submessages]);
  if (!widget) return null;
  return widget.kind === "poll" ? (
    <PollView messageId={message.id} poll={widget} />
  ) : (
    <TasksView messageId={message.id} list={widget} />
  );
}

function PollView({ messageId, poll }: { messageId: number; poll: Poll }) {
  const client = useClient();
  const next = poll.options.filter(({ key }) => key.startsWith(`${client.me},`)).length;
  const add = (option: string) =>
    void takeStep(client, messageId, { type: "new_option", idx: next + 1, option }).then(told);
  return (
    <section className={styles["widget"]} aria-label={words.message.poll}>
      <p className={styles["title"]} dir="auto">
        {poll.question === "" ? words.message.poll : poll.question}
      </p>
      <ul>
        {poll.options.map((option) => (
          <OptionLine key={option.key} messageId={messageId} option={option} />
        ))}
      </ul>
      <AddLine label={words.message.newOption} onAdd={add} />
    </section>
  );
}

function OptionLine({ messageId, option }: { messageId: number; option: PollOption }) {
  const client = useClient();
  const people = useKnown(peopleById);
  const { key, text, voters } = option;
  const isMine = voters.includes(client.me);
  const names = voters.map((id) => (id === client.me ? words.message.you : (people.get(id)?.full_name ?? "")));
  return (
    <li>
      <button
        type="button"
        className={styles["vote"]}
        aria-pressed={isMine}
        aria-label={words.message.voteFor(text, voters.length)}
        onClick={() => void takeStep(client, messageId, { type: "vote", key, vote: isMine ? -1 : 1 }).then(told)}
      >
        {voters.length}
      </button>
      <span dir="auto">{text}</span>
      <small dir="auto">{names.join(", ")}</small>
    </li>
  );
}

function TasksView({ messageId, list }: { messageId: number; list: TaskList }) {
  const client = useClient();
  const add = (task: string) => {
    const step = { type: "new_task", key: list.tasks.length + 1, task, desc: "", completed: false };
    void takeStep(client, messageId, step).then(told);
  };
  return (
    <section className={styles["widget"]} aria-label={words.message.tasks}>
      <p className={styles["title"]} dir="auto">
        {list.title === "" ? words.message.tasks : list.title}
      </p>
      {list.tasks.map(({ key, text, about, isDone }) => (
        <Tick
          key={key}
          isSelected={isDone}
          onChange={() => void takeStep(client, messageId, { type: "strike", key }).then(told)}
          {...(about === "" ? {} : { hint: about })}
        >
          {text}
        </Tick>
      ))}
      <AddLine label={words.message.newTask} onAdd={add} />
    </section>
  );
}

function AddLine({ label, onAdd }: { label: string; onAdd: (text: string) => void }) {
  const [text, setText] = useState("");
  const add = () => {
    onAdd(text.trim());
    setText("");
  };
  return (
    <form
      className={styles["add"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") add();
      }}
    >
      <Field label={label} isLabelHidden placeholder={label} value={text} onChange={setText} />
      <Button type="submit" isDisabled={text.trim() === ""}>
        {words.message.add}
      </Button>
    </form>
  );
}
