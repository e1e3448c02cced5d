import { useState } from "react";
import { forgetPerson } from "../../../client/connection/sign-out.ts";
import { ActDialog } from "../../../base/ui/overlays/form-dialog.tsx";
import { Field } from "../../../base/ui/forms/field.tsx";
import { Quiet } from "../../../base/ui/page.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";

const said = words.realmSettings;

/** Asks for the organization's name before everybody is signed out for good. */
export function CloseOrganization({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const { act } = useAct();
  const name = useKnown((state) => state.realm_name ?? "");
  const [written, setWritten] = useState("");
  const end = async () => {
    const isDone = await act((call) => call("POST", "/realm/deactivate", {}));
    if (isDone) await forgetPerson(client);
    return isDone;
  };
  return (
    <ActDialog
      title={said.closeTitle(name)}
      act={said.closeAct}
      isDanger
      isReady={written.trim() === name}
      onAct={end}
      onClose={onClose}
    >
      <Quiet>{said.closeMore}</Quiet>
      <Field label={said.closeConfirm} value={written} onChange={setWritten} />
    </ActDialog>
  );
}
