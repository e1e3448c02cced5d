import { deleteTopic } from "../../client/actions/channels/delete-topic.ts";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { FormDialog } from "../../base/ui/overlays/form-dialog.tsx";
import { SecondaryText } from "../../base/ui/page.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { words } from "../../base/words/index.ts";

interface DeleteTopicDialogProps {
  readonly channelId: number;
  readonly topic: string;
  readonly onClose: () => void;
}

/** Asks for confirmation before all messages of a topic are deleted. */
export function DeleteTopicDialog({ channelId, topic, onClose }: DeleteTopicDialogProps) {
  const client = useClient();
  const { go } = useNavigator();
  const remove = async () => {
    const isDone = checkOutcome(await deleteTopic(client, channelId, topic));
    if (isDone) go({ kind: "channel", channelId, near: null });
    return isDone;
  };
  const { deleteTopic: title, deleteTopicMore } = words.conversation;
  return (
    <FormDialog title={title} submitLabel={title} isDanger onSubmit={remove} onClose={onClose}>
      <SecondaryText>{deleteTopicMore}</SecondaryText>
    </FormDialog>
  );
}
