import type { MessageDialogProps } from "./message-dialog-props.ts";
import { MoveTopicDialog } from "./move-topic-dialog.tsx";

/**
 * Dialog that moves a message to another topic or channel: alone, with the later messages of its topic, or with all.
 */
export const MoveDialog = ({ message, onClose }: MessageDialogProps) => (
  <MoveTopicDialog
    from={{ channelId: message.stream_id ?? 0, topic: message.subject }}
    messageId={message.id}
    initialMode="change_later"
    onClose={onClose}
  />
);
