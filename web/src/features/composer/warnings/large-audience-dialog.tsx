import { Button } from "../../../base/ui/forms/button.tsx";
import { Dialog } from "../../../base/ui/overlays/dialog.tsx";
import { words } from "../../../base/words/index.ts";

interface LargeAudienceDialogProps {
  /** Number of users who would be notified. */
  readonly count: number;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** Dialog that asks for confirmation before many users are notified. */
export function LargeAudienceDialog({ count, onSend, onClose }: LargeAudienceDialogProps) {
  const send = () => {
    onClose();
    onSend();
  };
  const buttons = (
    <>
      <Button onPress={onClose}>{words.composer.crowdNo}</Button>
      <Button variant="primary" onPress={send}>
        {words.composer.crowdYes}
      </Button>
    </>
  );
  return (
    <Dialog title={words.composer.crowdTitle(count)} isOpen onClose={onClose} buttons={buttons}>
      {words.composer.crowd}
    </Dialog>
  );
}
