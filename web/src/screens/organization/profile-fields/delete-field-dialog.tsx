import type { CustomProfileField } from "@parlance/contract/nouns/profile-fields.ts";
import { countUsersWithValue } from "../../../client/replica/selectors/users/profile-fields.ts";
import { FormDialog } from "../../../base/ui/overlays/form-dialog.tsx";
import { SecondaryText } from "../../../base/ui/page.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";

const strings = words.profileFields;

interface DeleteFieldDialogProps {
  readonly field: CustomProfileField;
  readonly onClose: () => void;
}

/** Asks for confirmation before a profile field is deleted, together with the values that users have entered. */
export function DeleteFieldDialog({ field: { id, name }, onClose }: DeleteFieldDialogProps) {
  const { act } = useAction();
  const count = useClientState((state) => countUsersWithValue(state, id));
  const remove = () => act((call) => call("DELETE", `/realm/profile_fields/${id}`, {}));
  return (
    <FormDialog
      title={strings.removeTitle(name)}
      submitLabel={strings.remove}
      isDanger
      onSubmit={remove}
      onClose={onClose}
    >
      <SecondaryText>{strings.removeMore(count)}</SecondaryText>
    </FormDialog>
  );
}
