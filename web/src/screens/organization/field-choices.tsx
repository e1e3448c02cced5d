import { X } from "lucide-react";
import { Button, IconButton } from "../../base/ui/forms/button.tsx";
import { Field } from "../../base/ui/forms/field.tsx";
import { Quiet, Row } from "../../base/ui/page.tsx";
import { SortedLines } from "../../base/ui/lists/sortable-list.tsx";
import { words } from "../../base/words/index.ts";
import { withChoice, type DraftChoice } from "./profile-fields/field-draft.ts";
import styles from "./lists.module.css";

const said = words.profileFields;

interface FieldChoicesProps {
  readonly choices: readonly DraftChoice[];
  /** Those that people can choose now. */
  readonly before: readonly DraftChoice[];
  readonly onChange: (choices: readonly DraftChoice[]) => void;
}

/** What can be chosen in a field, in the order in which it is offered. */
export function FieldChoices({ choices, before, onChange }: FieldChoicesProps) {
  const isLost = before.some(({ value }) => !choices.some((choice) => choice.value === value && choice.name !== ""));
  const rename = (id: number, name: string) =>
    onChange(choices.map((choice) => (choice.id === id ? { ...choice, name } : choice)));
  const order = (ids: number[]) => onChange(ids.flatMap((id) => choices.find((choice) => choice.id === id) ?? []));
  const items = choices.map((choice) => ({
    id: choice.id,
    name: choice.name === "" ? said.unnamedChoice : choice.name,
    written: choice.name,
    place: choices.indexOf(choice) + 1,
  }));
  return (
    <div role="group" aria-label={said.choices} className={styles["group"]}>
      <b className={styles["label"]}>{said.choices}</b>
      <SortedLines items={items} onOrder={order}>
        {({ id, name, written, place }, grip) => (
          <li className={styles["choice"]}>
            {grip}
            <Field
              label={said.choice(place)}
              isLabelHidden
              value={written}
              // Who adds a choice names it next.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus={written === ""}
              onChange={(text) => rename(id, text)}
            />
            <IconButton
              label={said.removeChoice(name)}
              onPress={() => onChange(choices.filter((choice) => choice.id !== id))}
            >
              <X size={16} aria-hidden />
            </IconButton>
          </li>
        )}
      </SortedLines>
      <Row>
        <Button onPress={() => onChange(withChoice(choices))}>{said.addChoice}</Button>
      </Row>
      {isLost && <Quiet>{said.choicesLost}</Quiet>}
    </div>
  );
}
