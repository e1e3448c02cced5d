import { useState } from "react";
import type { User } from "@parlance/contract/entities/user.ts";
import { FormDialog } from "../../../base/ui/overlays/form-dialog.tsx";
import { CheckboxField } from "../../../base/ui/forms/choice-fields.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { SecondaryText } from "../../../base/ui/page.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { words } from "../../../base/words/index.ts";

interface DeactivateUserDialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** Maximum length of the comment that the user receives, in characters. */
const MAX_COMMENT_CHARACTERS = 2_000;

/** Asks for confirmation before a user is deactivated. */
export function DeactivateUserDialog({ user: { user_id: id, full_name, is_bot }, onClose }: DeactivateUserDialogProps) {
  const { act } = useAction();
  const [writes, setWrites] = useState(false);
  const [comment, setComment] = useState("");
  const deactivate = async () => {
    const parameters = writes ? { deactivation_notification_comment: comment.trim() } : {};
    return act((call) => (is_bot ? call("DELETE", `/bots/${id}`, {}) : call("DELETE", `/users/${id}`, parameters)));
  };
  return (
    <FormDialog
      title={words.users.deactivateTitle(full_name)}
      submitLabel={words.users.deactivate}
      isDanger
      onSubmit={deactivate}
      onClose={onClose}
    >
      <SecondaryText>{is_bot ? words.users.deactivateBot : words.users.deactivateMore}</SecondaryText>
      {!is_bot && (
        <CheckboxField isSelected={writes} onChange={setWrites}>
          {words.users.writeToThem}
        </CheckboxField>
      )}
      {writes && (
        <Field
          label={words.users.comment}
          rows={3}
          maxLength={MAX_COMMENT_CHARACTERS}
          value={comment}
          onChange={setComment}
        />
      )}
    </FormDialog>
  );
}
