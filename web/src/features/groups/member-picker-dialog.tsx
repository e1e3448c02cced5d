import { useState } from "react";
import type { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import { ActDialog } from "../../base/ui/overlays/form-dialog.tsx";
import { words } from "../../base/words/index.ts";
import { MemberPicker, type Members } from "./member-picker.tsx";

interface NameDialogProps {
  readonly title: string;
  readonly value: GroupSettingValue;
  readonly onChange: (value: GroupSettingValue) => void;
  readonly onClose: () => void;
}

/** Asks for the people and groups that may do something. */
export function NameDialog({ title, value, onChange, onClose }: NameDialogProps) {
  const [members, setMembers] = useState<Members>(() =>
    typeof value === "number"
      ? { people: [], groups: [value] }
      : { people: value.direct_members, groups: value.direct_subgroups },
  );
  const save = async () => {
    onChange({ direct_members: [...members.people], direct_subgroups: [...members.groups] });
    return true;
  };
  return (
    <ActDialog title={title} act={words.ui.save} onAct={save} onClose={onClose}>
      <MemberPicker members={members} onChange={setMembers} />
    </ActDialog>
  );
}
