import { useState } from "react";
import type { UserGroup } from "@parlance/contract/nouns/user-groups.ts";
import { MemberPicker, type MemberIds } from "../../features/groups/member-picker.tsx";
import { FormDialog } from "../../base/ui/overlays/form-dialog.tsx";
import { useAction } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";

interface AddMembersDialogProps {
  readonly group: UserGroup;
  readonly onClose: () => void;
}

/** Dialog that adds users and groups to a group. */
export function AddMembersDialog({ group: { id, name }, onClose }: AddMembersDialogProps) {
  const { act } = useAction();
  const [members, setMembers] = useState<MemberIds>({ people: [], groups: [] });
  const add = async () => {
    const parameters = { add: [...members.people], add_subgroups: [...members.groups] };
    return act((call) => call("POST", `/user_groups/${id}/members`, parameters));
  };
  return (
    <FormDialog
      title={`${words.groups.addMembers}: ${name}`}
      submitLabel={words.groups.addMembers}
      canSubmit={members.people.length + members.groups.length > 0}
      onSubmit={add}
      onClose={onClose}
    >
      <MemberPicker members={members} onChange={setMembers} />
    </FormDialog>
  );
}
