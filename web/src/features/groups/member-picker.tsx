import { X } from "lucide-react";
import { useState } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import { bestMatches } from "../../base/text/rank-matches.ts";
import { groupsById, peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { ComboBoxField } from "../../base/ui/forms/combo-box-field.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { groupName } from "./group-choices.ts";
import styles from "./group-setting.module.css";

/** Ids of users and of groups. */
export interface MemberIds {
  readonly people: readonly number[];
  readonly groups: readonly number[];
}

interface MemberPickerProps {
  readonly members: MemberIds;
  readonly onChange: (members: MemberIds) => void;
  /** Whether the user can only view the members. */
  readonly isDisabled?: boolean;
  /** Whether the user can add groups as well as users. Default: true. */
  readonly allowsGroups?: boolean;
}

/** Maximum number of suggestions. */
const MAX_OPTIONS = 30;

/** A list of users and groups, with a field that adds more. */
export function MemberPicker({ members, onChange, isDisabled = false, allowsGroups = true }: MemberPickerProps) {
  const people = useClientState(peopleById);
  const groups = useClientState(groupsById);
  const named = [
    ...members.groups.map((id) => {
      const group = groups.get(id);
      const without = { ...members, groups: members.groups.filter((one) => one !== id) };
      return { key: `group ${id}`, text: group ? groupName(group) : words.groups.unknown, without };
    }),
    ...members.people.map((id) => {
      const without = { ...members, people: members.people.filter((one) => one !== id) };
      return { key: `person ${id}`, text: people.get(id)?.full_name ?? words.shell.unknownPerson, without };
    }),
  ];
  return (
    <>
      <ul className={styles["members"]} aria-label={words.groups.chosen}>
        {named.map(({ key, text, without }) => (
          <li key={key}>
            <span dir="auto">{text}</span>
            {!isDisabled && (
              <IconButton label={words.groups.remove(text)} onPress={() => onChange(without)}>
                <X size={14} aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {!isDisabled && <AddMember members={members} acceptsGroups={allowsGroups} onChange={onChange} />}
    </>
  );
}

interface AddMemberProps extends Pick<MemberPickerProps, "members" | "onChange"> {
  readonly acceptsGroups: boolean;
}

function AddMember({ members, acceptsGroups, onChange }: AddMemberProps) {
  const { state } = useClient();
  const [written, setWritten] = useState("");
  const offers = memberOptions(state.get(), members, acceptsGroups);
  const shown = bestMatches(offers.keys(), (text) => [text], written, MAX_OPTIONS);
  const write = (text: string) => {
    const chosen = offers.get(text);
    if (chosen) onChange(chosen);
    setWritten(chosen ? "" : text);
  };
  return (
    <ComboBoxField
      label={acceptsGroups ? words.groups.add : words.groups.addPerson}
      options={shown}
      value={written}
      onChange={write}
    />
  );
}

/**
 * Returns the possible choices by their texts. The value of a choice is the list of members after adding it. If a name
 * is already the text of another choice, the email address is added to it, or the id if the address is hidden.
 */
function memberOptions(state: State, members: MemberIds, acceptsGroups: boolean): ReadonlyMap<string, MemberIds> {
  const offers = new Map<string, MemberIds>();
  for (const group of acceptsGroups ? (state.realm_user_groups ?? []) : []) {
    if (group.deactivated || members.groups.includes(group.id) || group.name === "role:nobody") continue;
    offers.set(groupName(group), { ...members, groups: [...members.groups, group.id] });
  }
  for (const { user_id: id, full_name: name, delivery_email, is_active } of peopleById(state).values()) {
    if (!is_active || members.people.includes(id)) continue;
    const text = offers.has(name) ? `${name} (${delivery_email ?? id})` : name;
    offers.set(text, { ...members, people: [...members.people, id] });
  }
  return offers;
}
