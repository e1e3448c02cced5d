import { useState } from "react";
import { MemberPicker, type MemberIds } from "../../features/groups/member-picker.tsx";
import { FormDialog } from "../../base/ui/overlays/form-dialog.tsx";
import { Field } from "../../base/ui/forms/field.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { words } from "../../base/words/index.ts";

/** Dialog that creates a user group. Its members can be users and other groups. */
export function NewGroupDialog({ onClose }: { onClose: () => void }) {
  const { change, me } = useClient();
  const { go } = useNavigator();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [description, setDescription] = useState("");
  const [members, setMembers] = useState<MemberIds>({ people: [me], groups: [] });
  const create = async () => {
    let id: number | null = null;
    const outcome = await change({
      expects: [],
      async request(call) {
        const answer = await call("POST", "/user_groups/create", {
          name: name.trim(),
          description: description.trim(),
          members: [...members.people],
          subgroups: [...members.groups],
        });
        if (answer.result === "success") id = answer.group_id;
        return answer;
      },
    });
    setProblem(outcome.done ? null : outcome.message);
    if (id !== null) go({ kind: "page", path: ["groups", String(id)] });
    return outcome.done;
  };
  return (
    <FormDialog
      title={words.groups.create}
      submitLabel={words.groups.make}
      canSubmit={name.trim() !== ""}
      onSubmit={create}
      onClose={onClose}
    >
      <Field label={words.groups.name} value={name} problem={problem} onChange={setName} />
      <Field label={words.groups.description} value={description} onChange={setDescription} />
      <MemberPicker members={members} onChange={setMembers} />
    </FormDialog>
  );
}
