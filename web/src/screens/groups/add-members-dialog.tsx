import { useState } from "react";
import type { UserGroup } from "@parlance/contract/nouns/user-groups.ts";
import { MemberPicker, type Members } from "../../features/groups/member-picker.tsx";
import { ActDialog } from "../../base/ui/overlays/form-dialog.tsx";
import { useAct } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";

interface AddMembersProps {
  readonly group: UserGroup;
  readonly onClose: () => void;
}

/** Puts people and groups into a group. */
export function AddMembers({ group: { id, name }, onClose }: AddMembersProps) {
  const { act } = useAct();
  const [members, setMembers] = useState<Members>({ people: [], groups: [] });
  const add = async () => {
    const parameters = { add: [...members.people], add_subgroups: [...members.groups] };
    return act((call) => call("POST", `/user_groups/${id}/members`, parameters));
  };
  return (
    <ActDialog
      title={`${words.groups.addMembers}: ${name}`}
      act={words.groups.addMembers}
      isReady={members.people.length + members.groups.length > 0}
      onAct={add}
      onClose={onClose}
    >
      <MemberPicker members={members} onChange={setMembers} />
    </ActDialog>
  );
}
