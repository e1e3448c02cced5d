import { useState, type KeyboardEvent } from "react";
import type { Destination } from "../connection/outbox.ts";
import { channelsById } from "../replica/selectors/by-id.ts";
import { mayWriteTo } from "../replica/selectors/recipients.ts";
import { useClient } from "../view/client-context.tsx";
import { words } from "../words/index.ts";
import completionStyles from "./completion/completion-list.module.css";
import { best } from "./completion/rank.ts";
import styles from "./composer.module.css";

interface Target {
  readonly key: string;
  readonly text: string;
  readonly note: string;
  readonly to: Destination;
}

const LIST = "destination-suggestions";
const COUNT = 6;

interface NewDestinationProps {
  /** Those who are chosen already; another person is added to them. */
  readonly userIds?: readonly number[];
  readonly onChoose: (to: Destination) => void;
  readonly onClose?: () => void;
}

/** Asks where a message shall go: a channel, or people. */
export function NewDestination({ userIds = [], onChoose, onClose }: NewDestinationProps) {
  const [wanted, setWanted] = useState("");
  const [chosen, setChosen] = useState(0);
  const targets = useTargets(wanted, userIds);
  const choose = (target: Target | undefined) => {
    if (!target) return;
    setWanted("");
    onChoose(target.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") setChosen((chosen + 1) % Math.max(1, targets.length));
    else if (event.key === "ArrowUp") setChosen((chosen + targets.length - 1) % Math.max(1, targets.length));
    else if (event.key === "Enter" || (event.key === "Tab" && wanted !== "")) choose(targets[chosen]);
    else if (event.key === "Escape" && onClose) onClose();
    else return;
    event.preventDefault();
  };
  const label = userIds.length === 0 ? words.composer.toWhom : words.composer.addPerson;
  return (
    <span className={styles["chooser"]}>
      <input
        // It is shown to who has asked to write to somebody.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={userIds.length === 0}
        role="combobox"
        aria-expanded={targets.length > 0}
        aria-controls={LIST}
        aria-activedescendant={targets.length > 0 ? `${LIST}-${chosen}` : undefined}
        aria-label={label}
        placeholder={label}
        className={styles["topic"]}
        value={wanted}
        autoComplete="off"
        dir="auto"
        onChange={({ target }) => {
          setWanted(target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Targets targets={targets} chosen={chosen} onChoose={choose} />
    </span>
  );
}

interface TargetsProps {
  readonly targets: readonly Target[];
  readonly chosen: number;
  readonly onChoose: (target: Target) => void;
}

function Targets({ targets, chosen, onChoose }: TargetsProps) {
  if (targets.length === 0) return null;
  return (
    <div id={LIST} role="listbox" aria-label={words.composer.suggestions} className={completionStyles["list"]}>
      {targets.map((target, index) => (
        // Keys choose in the field, which has the focus.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={target.key}
          id={`${LIST}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={completionStyles["option"]}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(target)}
        >
          <span className={completionStyles["text"]} dir="auto">
            {target.text}
          </span>
          <small dir="auto">{target.note}</small>
        </div>
      ))}
    </div>
  );
}

function useTargets(wanted: string, userIds: readonly number[]): readonly Target[] {
  const { state, me } = useClient();
  if (wanted.trim() === "") return [];
  const all = state.get();
  const people = (all.realm_users ?? []).filter(({ user_id }) => user_id !== me && !userIds.includes(user_id));
  const persons = best(people, ({ full_name, email }) => [full_name, email], wanted, COUNT).map(
    ({ user_id, full_name, delivery_email }): Target => ({
      key: `person ${user_id}`,
      text: full_name,
      note: delivery_email ?? "",
      to: { kind: "direct", userIds: [...userIds, user_id].toSorted((a, b) => a - b) },
    }),
  );
  if (userIds.length > 0) return persons;
  const open = [...channelsById(all).values()].filter(({ stream_id }) => mayWriteTo(all, stream_id));
  const channels = best(open, ({ name }) => [name], wanted, COUNT).map(
    ({ stream_id: channelId, name, description }): Target => ({
      key: `channel ${channelId}`,
      text: `#${name}`,
      note: description,
      to: { kind: "topic", channelId, topic: "" },
    }),
  );
  return [...channels.slice(0, COUNT / 2), ...persons].slice(0, COUNT);
}
