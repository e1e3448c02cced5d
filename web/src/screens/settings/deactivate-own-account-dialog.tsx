import { forgetPerson } from "../../client/connection/sign-out.ts";
import { ActDialog } from "../../base/ui/overlays/form-dialog.tsx";
import { Quiet } from "../../base/ui/page.tsx";
import { useAct } from "../../hooks/use-action.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { words } from "../../base/words/index.ts";

const said = words.settings;

/** Asks once more before somebody deactivates their own account. */
export function LeaveOrganization({ onClose }: { onClose: () => void }) {
  const { act } = useAct();
  const client = useClient();
  const leave = async () => {
    const isDone = await act((call) => call("DELETE", "/users/me", {}));
    if (isDone) await forgetPerson(client);
    return isDone;
  };
  return (
    <ActDialog title={said.leaveTitle} act={said.leaveAct} isDanger onAct={leave} onClose={onClose}>
      <Quiet>{said.leaveMore}</Quiet>
    </ActDialog>
  );
}
