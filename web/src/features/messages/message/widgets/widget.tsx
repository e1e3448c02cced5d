import { Pencil } from "lucide-react";
import { useMemo, useState } from "react";
import { submitWidgetAction } from "../../../../client/actions/messages/submit-widget-action.ts";
import type { KnownMessage } from "../../../../client/replica/messages/messages.ts";
import { peopleById } from "../../../../client/replica/selectors/entities-by-id.ts";
import { Button, IconButton } from "../../../../base/ui/forms/button.tsx";
import { CheckboxField } from "../../../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../../../base/ui/forms/field.tsx";
import { useClient } from "../../../../hooks/context/client-context.tsx";
import { useClientState } from "../../../../hooks/use-store.ts";
import { words } from "../../../../base/words/index.ts";
import { checkOutcome } from "../../../../hooks/check-outcome.ts";
import styles from "./widget.module.css";
import { type Poll, type PollOption, type TodoList, widgetState } from "./widget-state.ts";

/** The poll or the to-do list of a message. */
export function Widget({ message }: { message: KnownMessage }) {
  const { me } = useClient();
  const widget = useMemo(() => widgetState(message.submessages), [message.submessages]);
  if (!widget) return null;
  const isMine = message.sender_id === me;
  return widget.kind === "poll" ? (
    <PollView messageId={message.id} isMine={isMine} poll={widget} />
  ) : (
    <TodoListView messageId={message.id} isMine={isMine} list={widget} />
  );
}

interface ViewProps {
  readonly messageId: number;
  /** Whether the current user created the widget and may edit its title. */
  readonly isMine: boolean;
}

function PollView({ messageId, isMine, poll }: ViewProps & { poll: Poll }) {
  const client = useClient();
  const next = poll.options.filter(({ key }) => key.startsWith(`${client.me},`)).length;
  const add = async (option: string) =>
    checkOutcome(await submitWidgetAction(client, messageId, { type: "new_option", idx: next + 1, option }));
  const setQuestion = async (question: string) =>
    checkOutcome(await submitWidgetAction(client, messageId, { type: "question", question }));
  return (
    <section className={styles["widget"]} aria-label={words.message.poll}>
      <Title
        text={poll.question}
        fallback={words.message.poll}
        label={words.message.question}
        onChange={isMine && setQuestion}
      />
      <ul>
        {poll.options.map((option) => (
          <PollOptionRow key={option.key} messageId={messageId} option={option} />
        ))}
      </ul>
      <AddItem label={words.message.newOption} onAdd={add} />
    </section>
  );
}

function PollOptionRow({ messageId, option }: { messageId: number; option: PollOption }) {
  const client = useClient();
  const people = useClientState(peopleById);
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
        onClick={() =>
          void submitWidgetAction(client, messageId, { type: "vote", key, vote: isMine ? -1 : 1 }).then(checkOutcome)
        }
      >
        {voters.length}
      </button>
      <span dir="auto">{text}</span>
      <small dir="auto">{names.join(", ")}</small>
    </li>
  );
}

function TodoListView({ messageId, isMine, list }: ViewProps & { list: TodoList }) {
  const client = useClient();
  const add = async (task: string) => {
    const step = { type: "new_task", key: list.tasks.length + 1, task, desc: "", completed: false };
    return checkOutcome(await submitWidgetAction(client, messageId, step));
  };
  const name = async (title: string) =>
    checkOutcome(await submitWidgetAction(client, messageId, { type: "new_task_list_title", title }));
  return (
    <section className={styles["widget"]} aria-label={words.message.tasks}>
      <Title
        text={list.title}
        fallback={words.message.tasks}
        label={words.message.listTitle}
        onChange={isMine && name}
      />
      {list.tasks.map(({ key, text, about, isDone }) => (
        <CheckboxField
          key={key}
          isSelected={isDone}
          onChange={() => void submitWidgetAction(client, messageId, { type: "strike", key }).then(checkOutcome)}
          {...(about === "" ? {} : { hint: about })}
        >
          <span dir="auto">{text}</span>
        </CheckboxField>
      ))}
      <AddItem label={words.message.newTask} onAdd={add} />
    </section>
  );
}

interface TitleProps {
  readonly text: string;
  /** Shown if the title is empty. */
  readonly fallback: string;
  readonly label: string;
  /** Called with the new title. False if the current user may not edit the title. */
  readonly onChange: false | ((text: string) => Promise<boolean>);
}

/** The title of a widget. The user who created the widget can edit it. */
function Title({ text, fallback, label, onChange }: TitleProps) {
  const [isChanging, setChanging] = useState(false);
  const change = async (next: string) => {
    const isDone = onChange !== false && (await onChange(next));
    if (isDone) setChanging(false);
    return isDone;
  };
  if (isChanging) {
    return (
      <AddItem
        label={label}
        first={text}
        submitLabel={words.ui.save}
        onAdd={change}
        onCancel={() => setChanging(false)}
      />
    );
  }
  return (
    <p className={styles["title"]} dir="auto">
      {text === "" ? fallback : text}
      {onChange !== false && (
        <IconButton label={label} onPress={() => setChanging(true)}>
          <Pencil size={14} aria-hidden />
        </IconButton>
      )}
    </p>
  );
}

interface AddItemProps {
  readonly label: string;
  /** Text with which the field is filled at first. */
  readonly first?: string;
  readonly submitLabel?: string;
  /** Called with the entered text. If it resolves to false, the text stays in the field. */
  readonly onAdd: (text: string) => Promise<boolean>;
  readonly onCancel?: () => void;
}

function AddItem({ label, first = "", submitLabel = words.message.add, onAdd, onCancel }: AddItemProps) {
  const [text, setText] = useState(first);
  const add = async () => {
    if (await onAdd(text.trim())) setText((now) => (now === text ? "" : now));
  };
  return (
    <form
      className={styles["add"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") void add();
      }}
    >
      <Field
        label={label}
        isLabelHidden
        placeholder={label}
        value={text}
        onChange={setText}
        // Focusing the field automatically is fine here, because the user has just chosen to edit the title.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={onCancel !== undefined}
      />
      <Button type="submit" isDisabled={text.trim() === ""}>
        {submitLabel}
      </Button>
      {onCancel && <Button onPress={onCancel}>{words.ui.cancel}</Button>}
    </form>
  );
}
