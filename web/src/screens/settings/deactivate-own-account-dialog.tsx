import { clearLocalUserData } from "../../client/connection/sign-out.ts";
import { FormDialog } from "../../base/ui/overlays/form-dialog.tsx";
import { SecondaryText } from "../../base/ui/page.tsx";
import { useAction } from "../../hooks/use-action.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { words } from "../../base/words/index.ts";

const strings = words.settings;

/** Asks for confirmation before the user's own account is deactivated. */
export function DeactivateOwnAccountDialog({ onClose }: { onClose: () => void }) {
  const { act } = useAction();
  const client = useClient();
  const leave = async () => {
    const isDone = await act((call) => call("DELETE", "/users/me", {}));
    if (isDone) await clearLocalUserData(client);
    return isDone;
  };
  return (
    <FormDialog title={strings.leaveTitle} submitLabel={strings.leaveAct} isDanger onSubmit={leave} onClose={onClose}>
      <SecondaryText>{strings.leaveMore}</SecondaryText>
    </FormDialog>
  );
}
