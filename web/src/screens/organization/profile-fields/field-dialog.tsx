import { useState } from "react";
import type { CustomProfileField } from "@parlance/contract/nouns/profile-fields.ts";
import { fieldTypes } from "../../../client/replica/selectors/users/profile-fields.ts";
import { ActDialog } from "../../../base/ui/overlays/form-dialog.tsx";
import { Choice, Tick } from "../../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { Problem, Quiet } from "../../../base/ui/page.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { FieldChoices } from "../field-choices.tsx";
import { draftOf, fitsCards, isNamedBySite, isWhole, newDraft, OTHER_SITE, parametersOf } from "./field-draft.ts";
import type { FieldDraft } from "./field-draft.ts";

const said = words.profileFields;

/** So long may these be, in characters. */
const [LONGEST_LABEL, LONGEST_HINT] = [40, 80];

interface FieldDialogProps {
  /** The one that is changed; without: a new one. */
  readonly field?: CustomProfileField;
  readonly onClose: () => void;
}

/** What a field asks people for. Its type stays what it was at first. */
export function FieldDialog({ field, onClose }: FieldDialogProps) {
  const { attempt } = useAct();
  const [problem, setProblem] = useState<string | null>(null);
  const [draft, setDraft] = useState(() => (field ? draftOf(field) : newDraft));
  const set = (changes: Partial<FieldDraft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setProblem(null);
  };
  const save = async () => {
    const outcome = await attempt((call) =>
      field
        ? call("PATCH", `/realm/profile_fields/${field.id}`, parametersOf(draft))
        : call("POST", "/realm/profile_fields", { ...parametersOf(draft), field_type: draft.type }),
    );
    setProblem(outcome.done ? null : outcome.message);
    return outcome.done;
  };
  const part = { draft, set };
  return (
    <ActDialog
      title={field ? said.changeTitle(field.name) : said.create}
      act={field ? words.pages.save : said.make}
      isReady={isWhole(draft)}
      onAct={save}
      onClose={onClose}
    >
      {!field && <Type {...part} />}
      {draft.type === fieldTypes.account && <Site {...part} isFixed={field !== undefined} />}
      {isNamedBySite(draft) ? problem !== null && <Problem>{problem}</Problem> : <Naming {...part} problem={problem} />}
      {draft.type === fieldTypes.choice && (
        <FieldChoices
          choices={draft.choices}
          before={field ? draftOf(field).choices : []}
          onChange={(choices) => set({ choices })}
        />
      )}
      <Ticks {...part} />
    </ActDialog>
  );
}

interface PartProps {
  readonly draft: FieldDraft;
  readonly set: (changes: Partial<FieldDraft>) => void;
}

const types = Object.values(fieldTypes).map((value) => ({ value, text: said.types[value] ?? "" }));

const Type = ({ draft, set }: PartProps) => (
  <Choice label={said.type} options={types} value={draft.type} onChange={(type) => set({ type })} />
);

function Naming({ draft: { name, hint }, set, problem }: PartProps & { readonly problem: string | null }) {
  return (
    <>
      <Field
        label={said.label}
        value={name}
        maxLength={LONGEST_LABEL}
        problem={problem}
        onChange={(text) => set({ name: text })}
      />
      <Field
        label={said.hint}
        hint={said.hintMore}
        value={hint}
        maxLength={LONGEST_HINT}
        onChange={(text) => set({ hint: text })}
      />
    </>
  );
}

/** Where the accounts are; of a site that the server knows it stays. */
function Site({ draft: { site, pattern }, set, isFixed }: PartProps & { readonly isFixed: boolean }) {
  const known = Object.entries(useKnown((state) => state.realm_default_external_accounts) ?? {});
  const options = [...known.map(([value, { text }]) => ({ value, text })), { value: OTHER_SITE, text: said.otherSite }];
  return (
    <>
      <Choice
        label={said.site}
        options={options}
        value={site}
        isDisabled={isFixed}
        onChange={(value) => set({ site: value })}
      />
      {site === OTHER_SITE ? (
        <Field
          label={said.pattern}
          hint={said.patternHint}
          placeholder="https://example.com/%(username)s"
          value={pattern}
          onChange={(text) => set({ pattern: text })}
        />
      ) : (
        <Quiet>{said.siteNamed}</Quiet>
      )}
    </>
  );
}

function Ticks({ draft, set }: PartProps) {
  return (
    <div>
      <Tick
        isSelected={draft.isOnCards && fitsCards(draft)}
        isDisabled={!fitsCards(draft)}
        hint={said.onCardsHint}
        onChange={(isOnCards) => set({ isOnCards })}
      >
        {said.onCards}
      </Tick>
      <Tick isSelected={draft.isRequired} onChange={(isRequired) => set({ isRequired })}>
        {said.required}
      </Tick>
      <Tick isSelected={draft.isEditable} onChange={(isEditable) => set({ isEditable })}>
        {said.editable}
      </Tick>
    </div>
  );
}
