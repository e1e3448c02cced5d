import { ActDialog } from "../../../base/ui/overlays/form-dialog.tsx";
import { Quiet } from "../../../base/ui/page.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { words } from "../../../base/words/index.ts";

interface TurnOffWayProps {
  /** As the API calls it. */
  readonly name: string;
  /** As people do. */
  readonly title: string;
  readonly onClose: () => void;
}

/** Asks once more before a way to sign in is closed. */
export function TurnOffWay({ name, title, onClose }: TurnOffWayProps) {
  const { act } = useAct();
  const turnOff = () => act((call) => call("PATCH", "/realm", { authentication_methods: { [name]: false } }));
  return (
    <ActDialog
      title={words.signIn.turnOffTitle(title)}
      act={words.signIn.turnOff}
      isDanger
      onAct={turnOff}
      onClose={onClose}
    >
      <Quiet>{words.signIn.turnOffMore}</Quiet>
    </ActDialog>
  );
}
