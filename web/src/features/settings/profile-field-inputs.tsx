import type { CustomProfileField } from "@parlance/contract/nouns/profile-fields.ts";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { fieldChoices, fieldTypes, parseUserIds } from "../../client/replica/selectors/users/profile-fields.ts";
import type { Outcome } from "../../client/connection/client.ts";
import { MemberPicker } from "../groups/member-picker.tsx";
import { SelectField } from "../../base/ui/forms/choice-fields.tsx";
import { PageSection, SecondaryText } from "../../base/ui/page.tsx";
import { useAction } from "../../hooks/use-action.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { SavedField } from "../../hooks/saved-field.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";

type Value = string | readonly number[];

interface ProfileFieldInputsProps {
  readonly userId: number;
  /** Sets the user's value of the custom profile field with the id `field`. */
  readonly onSet: (field: number, value: string | number[]) => Promise<Outcome>;
}

/**
 * Inputs for the values of the organization's custom profile fields. Renders nothing if the organization has no such
 * fields.
 */
export function ProfileFieldInputs({ userId, onSet }: ProfileFieldInputsProps) {
  const fields = useClientState((state) => state.custom_profile_fields) ?? [];
  if (fields.length === 0) return null;
  return (
    <PageSection title={words.people.profile}>
      {fields.map((field) => (
        <ProfileFieldInput key={field.id} field={field} userId={userId} onSet={onSet} />
      ))}
    </PageSection>
  );
}

/** Inputs for the current user's own profile values. */
export function OwnProfileFields() {
  const { me } = useClient();
  const { attempt } = useAction();
  return (
    <ProfileFieldInputs
      userId={me}
      onSet={async (id, value) =>
        attempt((call) =>
          value.length === 0
            ? call("DELETE", "/users/me/profile_data", { data: [id] })
            : call("PATCH", "/users/me/profile_data", { data: [{ id, value }] }),
        )
      }
    />
  );
}

function ProfileFieldInput({ field, userId, onSet }: ProfileFieldInputsProps & { readonly field: CustomProfileField }) {
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const known = useClientState((state) => peopleById(state).get(userId)?.profile_data?.[field.id]?.value ?? "");
  const isFixed = !field.editable_by_user && !isAdministrator;
  const set = async (value: Value) => onSet(field.id, typeof value === "string" ? value : [...value]);
  return (
    <>
      <TypedInput field={field} known={known} isDisabled={isFixed} set={set} />
      {isFixed && <SecondaryText>{words.people.onlyAdministrators(field.name)}</SecondaryText>}
      {field.required && known === "" && !isFixed && <SecondaryText>{words.people.wanted(field.name)}</SecondaryText>}
    </>
  );
}

interface TypedInputProps {
  readonly field: CustomProfileField;
  readonly known: string;
  readonly isDisabled: boolean;
  readonly set: (value: Value) => Promise<Outcome>;
}

function TypedInput(props: TypedInputProps) {
  const { field, known, isDisabled, set } = props;
  switch (field.type) {
    case fieldTypes.choice: {
      const options = [...fieldChoices(field.field_data)].map(([value, text]) => ({ value, text }));
      return (
        <SelectField
          label={field.name}
          options={[{ value: "", text: words.people.notSaid }, ...options]}
          value={known}
          isDisabled={isDisabled}
          onChange={(value) => void set(value).then(checkOutcome)}
        />
      );
    }
    case fieldTypes.people:
      return (
        <div>
          <b>{field.name}</b>
          <MemberPicker
            members={{ people: parseUserIds(known), groups: [] }}
            isDisabled={isDisabled}
            allowsGroups={false}
            onChange={({ people: named }) => void set(named).then(checkOutcome)}
          />
        </div>
      );
    default:
      return <TextInput {...props} />;
  }
}

/** HTML input types, by the type of the profile field. */
const inputs: Readonly<Record<number, string>> = { [fieldTypes.date]: "date", [fieldTypes.link]: "url" };

function TextInput({ field, known, isDisabled, set }: TypedInputProps) {
  const isLong = field.type === fieldTypes.longText;
  return (
    <SavedField
      label={field.name}
      {...(field.hint === "" ? {} : { hint: field.hint })}
      type={inputs[field.type] ?? "text"}
      {...(isLong ? { rows: 3 } : {})}
      savedValue={known}
      isDisabled={isDisabled}
      allowsEmpty
      onSave={set}
    />
  );
}
