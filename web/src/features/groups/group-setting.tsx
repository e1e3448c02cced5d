import { UsersRound } from "lucide-react";
import type { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import { groupsById, peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { SelectField } from "../../base/ui/forms/choice-fields.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useOpenOverlay } from "../../hooks/context/overlay-context.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { groupChoices, groupName, type PermissionKind } from "./group-choices.ts";
import styles from "./group-setting.module.css";
import { lazyComponent } from "../../base/ui/loading/lazy-component.tsx";

const MemberPickerDialog = lazyComponent(async () => (await import("./member-picker-dialog.tsx")).MemberPickerDialog);

interface GroupSettingProps {
  readonly label: string;
  readonly kind: PermissionKind;
  /** Name of the permission in the API, such as `can_invite_users_group`. */
  readonly permission: string;
  readonly value: GroupSettingValue;
  readonly isDisabled: boolean;
  readonly onChange: (value: GroupSettingValue) => void;
}

/** Value of the option "individual users and groups", which is not a group's id. */
const CUSTOM_MEMBERS = -1;

/** The field for a permission. Its value is a group, or a list of individual users and groups. */
export function GroupSetting({ label, kind, permission, value, isDisabled, onChange }: GroupSettingProps) {
  const { state } = useClient();
  const show = useOpenOverlay();
  // The choices are computed on each render instead of being memoized, because there are few groups and they seldom
  // change.
  const groups = useClientState(groupsById);
  const { choices, acceptsUsers } = groupChoices(state.get(), kind, permission);
  const isNamed = typeof value !== "number";
  const name = (first: GroupSettingValue) =>
    show((close) => <MemberPickerDialog title={label} value={first} onChange={onChange} onClose={close} />);
  const options = [
    ...choices.map(({ id, text }) => ({ value: id, text })),
    ...(acceptsUsers || isNamed ? [{ value: CUSTOM_MEMBERS, text: words.groups.named }] : []),
  ];
  const known = isNamed || options.some((option) => option.value === value);
  const choose = (chosen: number) => {
    if (chosen === CUSTOM_MEMBERS) name(isNamed ? value : { direct_members: [], direct_subgroups: [value] });
    else onChange(chosen);
  };
  const other = isNamed ? undefined : groups.get(value);
  return (
    <div className={styles["setting"]}>
      <SelectField
        label={label}
        isDisabled={isDisabled}
        options={known || !other ? options : [...options, { value: other.id, text: groupName(other) }]}
        value={isNamed ? CUSTOM_MEMBERS : value}
        onChange={choose}
      />
      {isNamed && <CustomMembers value={value} onEdit={isDisabled ? undefined : () => name(value)} />}
    </div>
  );
}

interface CustomMembersProps {
  readonly value: Exclude<GroupSettingValue, number>;
  readonly onEdit: (() => void) | undefined;
}

/** Lists the individual users and groups that have the permission, with a button to change them. */
function CustomMembers({ value, onEdit }: CustomMembersProps) {
  const people = useClientState(peopleById);
  const groups = useClientState(groupsById);
  const names = [
    ...value.direct_subgroups.map((id) => {
      const group = groups.get(id);
      return group ? groupName(group) : words.groups.unknown;
    }),
    ...value.direct_members.map((id) => people.get(id)?.full_name ?? words.shell.unknownPerson),
  ];
  return (
    <p className={styles["named"]}>
      <span dir="auto">{names.join(", ")}</span>
      {onEdit && (
        <Button variant="plain" onPress={onEdit}>
          <UsersRound size={15} aria-hidden />
          {words.groups.change}
        </Button>
      )}
    </p>
  );
}
