import { FormDialog } from "../../../base/ui/overlays/form-dialog.tsx";
import { SecondaryText } from "../../../base/ui/page.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { words } from "../../../base/words/index.ts";

interface DisableSignInMethodDialogProps {
  /** Name of the login method in the API. */
  readonly name: string;
  /** Name that is displayed. */
  readonly title: string;
  readonly onClose: () => void;
}

/** Asks for confirmation before a login method is turned off. */
export function DisableSignInMethodDialog({ name, title, onClose }: DisableSignInMethodDialogProps) {
  const { act } = useAction();
  const turnOff = () => act((call) => call("PATCH", "/realm", { authentication_methods: { [name]: false } }));
  return (
    <FormDialog
      title={words.signIn.turnOffTitle(title)}
      submitLabel={words.signIn.turnOff}
      isDanger
      onSubmit={turnOff}
      onClose={onClose}
    >
      <SecondaryText>{words.signIn.turnOffMore}</SecondaryText>
    </FormDialog>
  );
}
