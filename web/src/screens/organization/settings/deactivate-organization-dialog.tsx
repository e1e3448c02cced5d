import { useState } from "react";
import { clearLocalUserData } from "../../../client/connection/sign-out.ts";
import { FormDialog } from "../../../base/ui/overlays/form-dialog.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { SecondaryText } from "../../../base/ui/page.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";

const strings = words.realmSettings;

/**
 * Asks for confirmation before the organization is deactivated, which logs out all users. To confirm, the owner enters
 * the name of the organization.
 */
export function DeactivateOrganizationDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const { act } = useAction();
  const name = useClientState((state) => state.realm_name ?? "");
  const [written, setWritten] = useState("");
  const end = async () => {
    const isDone = await act((call) => call("POST", "/realm/deactivate", {}));
    if (isDone) await clearLocalUserData(client);
    return isDone;
  };
  return (
    <FormDialog
      title={strings.closeTitle(name)}
      submitLabel={strings.closeAct}
      isDanger
      canSubmit={written.trim() === name}
      onSubmit={end}
      onClose={onClose}
    >
      <SecondaryText>{strings.closeMore}</SecondaryText>
      <Field label={strings.closeConfirm} value={written} onChange={setWritten} />
    </FormDialog>
  );
}
