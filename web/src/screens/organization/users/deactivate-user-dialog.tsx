import { useState } from "react";
import type { User } from "@parlance/contract/entities/user.ts";
import { ActDialog } from "../../../base/ui/overlays/form-dialog.tsx";
import { Tick } from "../../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { Quiet } from "../../../base/ui/page.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { words } from "../../../base/words/index.ts";

interface DeactivateUserProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** So long may the word to them be, in characters. */
const LONGEST = 2_000;

/** Asks once more before somebody is signed out for good. */
export function DeactivateUser({ user: { user_id: id, full_name, is_bot }, onClose }: DeactivateUserProps) {
  const { act } = useAct();
  const [writes, setWrites] = useState(false);
  const [comment, setComment] = useState("");
  const deactivate = async () => {
    const given = writes ? { deactivation_notification_comment: comment.trim() } : {};
    return act((call) => (is_bot ? call("DELETE", `/bots/${id}`, {}) : call("DELETE", `/users/${id}`, given)));
  };
  return (
    <ActDialog
      title={words.users.deactivateTitle(full_name)}
      act={words.users.deactivate}
      isDanger
      onAct={deactivate}
      onClose={onClose}
    >
      <Quiet>{is_bot ? words.users.deactivateBot : words.users.deactivateMore}</Quiet>
      {!is_bot && (
        <Tick isSelected={writes} onChange={setWrites}>
          {words.users.writeToThem}
        </Tick>
      )}
      {writes && (
        <Field label={words.users.comment} rows={3} maxLength={LONGEST} value={comment} onChange={setComment} />
      )}
    </ActDialog>
  );
}
