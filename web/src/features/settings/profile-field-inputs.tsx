import type { CustomProfileField } from "@parlance/contract/nouns/profile-fields.ts";
import { told } from "../../hooks/check-outcome.ts";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { choicesOf, fieldTypes, idsIn } from "../../client/replica/selectors/users/profile-fields.ts";
import type { Outcome } from "../../client/connection/client.ts";
import { MemberPicker } from "../groups/member-picker.tsx";
import { Choice } from "../../base/ui/forms/choice-fields.tsx";
import { Part, Quiet } from "../../base/ui/page.tsx";
import { useAct } from "../../hooks/use-action.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { SavedField } from "../../hooks/saved-field.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";

type Value = string | readonly number[];

interface ProfileFieldsProps {
  readonly userId: number;
  /** Sets what somebody says, by the id of the field. */
  readonly onSet: (field: number, value: string | number[]) => Promise<Outcome>;
}

/** What the organization asks everybody to say of themselves. Nothing where it asks for nothing. */
export function ProfileFieldsOf({ userId, onSet }: ProfileFieldsProps) {
  const fields = useKnown((state) => state.custom_profile_fields) ?? [];
  if (fields.length === 0) return null;
  return (
    <Part title={words.people.profile}>
      {fields.map((field) => (
        <OneField key={field.id} field={field} userId={userId} onSet={onSet} />
      ))}
    </Part>
  );
}

/** The same of oneself. */
export function ProfileFields() {
  const { me } = useClient();
  const { attempt } = useAct();
  return (
    <ProfileFieldsOf
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

function OneField({ field, userId, onSet }: ProfileFieldsProps & { readonly field: CustomProfileField }) {
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const known = useKnown((state) => peopleById(state).get(userId)?.profile_data?.[field.id]?.value ?? "");
  const isFixed = !field.editable_by_user && !isAdministrator;
  const set = async (value: Value) => onSet(field.id, typeof value === "string" ? value : [...value]);
  return (
    <>
      <ByType field={field} known={known} isDisabled={isFixed} set={set} />
      {isFixed && <Quiet>{words.people.onlyAdministrators(field.name)}</Quiet>}
      {field.required && known === "" && !isFixed && <Quiet>{words.people.wanted(field.name)}</Quiet>}
    </>
  );
}

interface ByTypeProps {
  readonly field: CustomProfileField;
  readonly known: string;
  readonly isDisabled: boolean;
  readonly set: (value: Value) => Promise<Outcome>;
}

function ByType(props: ByTypeProps) {
  const { field, known, isDisabled, set } = props;
  switch (field.type) {
    case fieldTypes.choice: {
      const options = [...choicesOf(field.field_data)].map(([value, text]) => ({ value, text }));
      return (
        <Choice
          label={field.name}
          options={[{ value: "", text: words.people.notSaid }, ...options]}
          value={known}
          isDisabled={isDisabled}
          onChange={(value) => void set(value).then(told)}
        />
      );
    }
    case fieldTypes.people:
      return (
        <div>
          <b>{field.name}</b>
          <MemberPicker
            members={{ people: idsIn(known), groups: [] }}
            isDisabled={isDisabled}
            takesGroups={false}
            onChange={({ people: named }) => void set(named).then(told)}
          />
        </div>
      );
    default:
      return <Written {...props} />;
  }
}

/** The kinds of a line to write into, by the type of the field. */
const inputs: Readonly<Record<number, string>> = { [fieldTypes.date]: "date", [fieldTypes.link]: "url" };

function Written({ field, known, isDisabled, set }: ByTypeProps) {
  const isLong = field.type === fieldTypes.longText;
  return (
    <SavedField
      label={field.name}
      {...(field.hint === "" ? {} : { hint: field.hint })}
      type={inputs[field.type] ?? "text"}
      {...(isLong ? { rows: 3 } : {})}
      known={known}
      isDisabled={isDisabled}
      mayBeEmpty
      onSave={set}
    />
  );
}
