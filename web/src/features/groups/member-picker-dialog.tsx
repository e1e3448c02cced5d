import { useState } from "react";
import type { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import { FormDialog } from "../../base/ui/overlays/form-dialog.tsx";
import { words } from "../../base/words/index.ts";
import { MemberPicker, type MemberIds } from "./member-picker.tsx";

interface MemberPickerDialogProps {
  readonly title: string;
  readonly value: GroupSettingValue;
  readonly onChange: (value: GroupSettingValue) => void;
  readonly onClose: () => void;
}

/** Dialog in which the user chooses the users and groups that have a permission. */
export function MemberPickerDialog({ title, value, onChange, onClose }: MemberPickerDialogProps) {
  const [members, setMembers] = useState<MemberIds>(() =>
    typeof value === "number"
      ? { people: [], groups: [value] }
      : { people: value.direct_members, groups: value.direct_subgroups },
  );
  const save = async () => {
    onChange({ direct_members: [...members.people], direct_subgroups: [...members.groups] });
    return true;
  };
  return (
    <FormDialog title={title} submitLabel={words.ui.save} onSubmit={save} onClose={onClose}>
      <MemberPicker members={members} onChange={setMembers} />
    </FormDialog>
  );
}
