import type { KnownMessage } from "../../../../client/replica/messages/messages.ts";

/** What a dialog about a message is given. */
export interface MessageDialogProps {
  readonly message: KnownMessage;
  readonly onClose: () => void;
}
