import { deleteTopic } from "../../actions/delete-topic.ts";
import { told } from "../../message/told.ts";
import { ActDialog } from "../../ui/act-dialog.tsx";
import { Quiet } from "../../ui/page.tsx";
import { useClient } from "../../view/client-context.tsx";
import { useNavigator } from "../../view/use-place.tsx";
import { words } from "../../words/index.ts";

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
