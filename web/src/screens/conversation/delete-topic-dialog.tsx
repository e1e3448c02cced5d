import { deleteTopic } from "../../client/actions/channels/delete-topic.ts";
import { told } from "../../hooks/check-outcome.ts";
import { ActDialog } from "../../base/ui/overlays/form-dialog.tsx";
import { Quiet } from "../../base/ui/page.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { words } from "../../base/words/index.ts";

interface DeleteTopicProps {
  readonly channelId: number;
  readonly topic: string;
  readonly onClose: () => void;
}

/** Asks once more before all messages of a topic go. */
export function DeleteTopic({ channelId, topic, onClose }: DeleteTopicProps) {
  const client = useClient();
  const { go } = useNavigator();
  const remove = async () => {
    const isDone = told(await deleteTopic(client, channelId, topic));
    if (isDone) go({ kind: "channel", channelId, near: null });
    return isDone;
  };
  const { deleteTopic: title, deleteTopicMore } = words.conversation;
  return (
    <ActDialog title={title} act={title} isDanger onAct={remove} onClose={onClose}>
      <Quiet>{deleteTopicMore}</Quiet>
    </ActDialog>
  );
}
