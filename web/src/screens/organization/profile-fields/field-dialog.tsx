import { useState } from "react";
import type { CustomProfileField } from "@parlance/contract/nouns/profile-fields.ts";
import { fieldTypes } from "../../../client/replica/selectors/users/profile-fields.ts";
import { FormDialog } from "../../../base/ui/overlays/form-dialog.tsx";
import { SelectField, CheckboxField } from "../../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { ErrorText, SecondaryText, Row } from "../../../base/ui/page.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import {
  toFieldDraft,
  canShowOnCards,
  isNamedBySite,
  isComplete,
  newDraft,
  OTHER_SITE,
  toParameters,
  addChoice,
  type DraftChoice,
  type FieldDraft,
} from "./field-draft.ts";
import { X } from "lucide-react";
import { Button, IconButton } from "../../../base/ui/forms/button.tsx";
import { SortableList } from "../../../base/ui/lists/sortable-list.tsx";
import styles from "../lists.module.css";

interface FieldChoicesProps {
  readonly choices: readonly DraftChoice[];
  /** The choices that are saved on the server. */
  readonly before: readonly DraftChoice[];
  readonly onChange: (choices: readonly DraftChoice[]) => void;
}

/** The choices of a field, in the order in which they are shown to users. */
function FieldChoices({ choices, before, onChange }: FieldChoicesProps) {
  const isLost = before.some(({ value }) => !choices.some((choice) => choice.value === value && choice.name !== ""));
  const rename = (id: number, name: string) =>
    onChange(choices.map((choice) => (choice.id === id ? { ...choice, name } : choice)));
  const order = (ids: number[]) => onChange(ids.flatMap((id) => choices.find((choice) => choice.id === id) ?? []));
  const items = choices.map((choice) => ({
    id: choice.id,
    name: choice.name === "" ? strings.unnamedChoice : choice.name,
    written: choice.name,
    place: choices.indexOf(choice) + 1,
  }));
  return (
    <div role="group" aria-label={strings.choices} className={styles["group"]}>
      <b className={styles["label"]}>{strings.choices}</b>
      <SortableList items={items} onOrder={order}>
        {({ id, name, written, place }, grip) => (
          <li className={styles["choice"]}>
            {grip}
            <Field
              label={strings.choice(place)}
              isLabelHidden
              value={written}
              // The field is focused because the user has just added a choice and enters its name next.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus={written === ""}
              onChange={(text) => rename(id, text)}
            />
            <IconButton
              label={strings.removeChoice(name)}
              onPress={() => onChange(choices.filter((choice) => choice.id !== id))}
            >
              <X size={16} aria-hidden />
            </IconButton>
          </li>
        )}
      </SortableList>
      <Row>
        <Button onPress={() => onChange(addChoice(choices))}>{strings.addChoice}</Button>
      </Row>
      {isLost && <SecondaryText>{strings.choicesLost}</SecondaryText>}
    </div>
  );
}

const strings = words.profileFields;

/** Maximum lengths of a field's name and hint, in characters. */
const [MAX_LABEL_CHARACTERS, MAX_HINT_CHARACTERS] = [40, 80];

interface FieldDialogProps {
  /** The profile field to edit. If undefined, the dialog creates a field. */
  readonly field?: CustomProfileField;
  readonly onClose: () => void;
}

/** Dialog that creates or edits a profile field. The type of an existing field cannot be changed. */
export function FieldDialog({ field, onClose }: FieldDialogProps) {
  const { attempt } = useAction();
  const [problem, setProblem] = useState<string | null>(null);
  const [draft, setDraft] = useState(() => (field ? toFieldDraft(field) : newDraft));
  const set = (changes: Partial<FieldDraft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setProblem(null);
  };
  const save = async () => {
    const outcome = await attempt((call) =>
      field
        ? call("PATCH", `/realm/profile_fields/${field.id}`, toParameters(draft))
        : call("POST", "/realm/profile_fields", { ...toParameters(draft), field_type: draft.type }),
    );
    setProblem(outcome.done ? null : outcome.message);
    return outcome.done;
  };
  const part = { draft, set };
  return (
    <FormDialog
      title={field ? strings.changeTitle(field.name) : strings.create}
      submitLabel={field ? words.pages.save : strings.make}
      canSubmit={isComplete(draft)}
      onSubmit={save}
      onClose={onClose}
    >
      {!field && <FieldTypeSelect {...part} />}
      {draft.type === fieldTypes.account && <ExternalSite {...part} isFixed={field !== undefined} />}
      {isNamedBySite(draft) ? (
        problem !== null && <ErrorText>{problem}</ErrorText>
      ) : (
        <NameAndHint {...part} problem={problem} />
      )}
      {draft.type === fieldTypes.choice && (
        <FieldChoices
          choices={draft.choices}
          before={field ? toFieldDraft(field).choices : []}
          onChange={(choices) => set({ choices })}
        />
      )}
      <FieldOptions {...part} />
    </FormDialog>
  );
}

interface FieldSectionProps {
  readonly draft: FieldDraft;
  readonly set: (changes: Partial<FieldDraft>) => void;
}

const types = Object.values(fieldTypes).map((value) => ({ value, text: strings.types[value] ?? "" }));

const FieldTypeSelect = ({ draft, set }: FieldSectionProps) => (
  <SelectField label={strings.type} options={types} value={draft.type} onChange={(type) => set({ type })} />
);

function NameAndHint({ draft: { name, hint }, set, problem }: FieldSectionProps & { readonly problem: string | null }) {
  return (
    <>
      <Field
        label={strings.label}
        value={name}
        maxLength={MAX_LABEL_CHARACTERS}
        problem={problem}
        onChange={(text) => set({ name: text })}
      />
      <Field
        label={strings.hint}
        hint={strings.hintMore}
        value={hint}
        maxLength={MAX_HINT_CHARACTERS}
        onChange={(text) => set({ hint: text })}
      />
    </>
  );
}

/** Settings for the site on which users have accounts. Once saved, only a custom site's URL pattern can change. */
function ExternalSite({ draft: { site, pattern }, set, isFixed }: FieldSectionProps & { readonly isFixed: boolean }) {
  const known = Object.entries(useClientState((state) => state.realm_default_external_accounts) ?? {});
  const options = [
    ...known.map(([value, { text }]) => ({ value, text })),
    { value: OTHER_SITE, text: strings.otherSite },
  ];
  return (
    <>
      <SelectField
        label={strings.site}
        options={options}
        value={site}
        isDisabled={isFixed}
        onChange={(value) => set({ site: value })}
      />
      {site === OTHER_SITE ? (
        <Field
          label={strings.pattern}
          hint={strings.patternHint}
          placeholder="https://example.com/%(username)s"
          value={pattern}
          onChange={(text) => set({ pattern: text })}
        />
      ) : (
        <SecondaryText>{strings.siteNamed}</SecondaryText>
      )}
    </>
  );
}

function FieldOptions({ draft, set }: FieldSectionProps) {
  return (
    <div>
      <CheckboxField
        isSelected={draft.isOnCards && canShowOnCards(draft)}
        isDisabled={!canShowOnCards(draft)}
        hint={strings.onCardsHint}
        onChange={(isOnCards) => set({ isOnCards })}
      >
        {strings.onCards}
      </CheckboxField>
      <CheckboxField isSelected={draft.isRequired} onChange={(isRequired) => set({ isRequired })}>
        {strings.required}
      </CheckboxField>
      <CheckboxField isSelected={draft.isEditable} onChange={(isEditable) => set({ isEditable })}>
        {strings.editable}
      </CheckboxField>
    </div>
  );
}
