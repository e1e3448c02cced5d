import { Button } from "../../../base/ui/forms/button.tsx";
import { Dialog } from "../../../base/ui/overlays/dialog.tsx";
import { words } from "../../../base/words/index.ts";

interface LargeAudienceDialogProps {
  /** How many people would be told. */
  readonly count: number;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** Asks whether so many people shall be told at once. */
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
