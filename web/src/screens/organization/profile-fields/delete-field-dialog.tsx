import type { CustomProfileField } from "@parlance/contract/nouns/profile-fields.ts";
import { countWhoSaid } from "../../../client/replica/selectors/users/profile-fields.ts";
import { ActDialog } from "../../../base/ui/overlays/form-dialog.tsx";
import { Quiet } from "../../../base/ui/page.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";

const said = words.profileFields;

interface DeleteFieldProps {
  readonly field: CustomProfileField;
  readonly onClose: () => void;
}

/** Asks once more before a field goes with what people said there. */
export function DeleteField({ field: { id, name }, onClose }: DeleteFieldProps) {
  const { act } = useAct();
  const count = useKnown((state) => countWhoSaid(state, id));
  const remove = () => act((call) => call("DELETE", `/realm/profile_fields/${id}`, {}));
  return (
    <ActDialog title={said.removeTitle(name)} act={said.remove} isDanger onAct={remove} onClose={onClose}>
      <Quiet>{said.removeMore(count)}</Quiet>
    </ActDialog>
  );
}
