import type { KnownMessage } from "../../../../client/replica/messages/messages.ts";

/** Props of a dialog about a message. */
export interface MessageDialogProps {
  readonly message: KnownMessage;
  readonly onClose: () => void;
}
