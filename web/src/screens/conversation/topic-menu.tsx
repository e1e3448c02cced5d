import { copyText } from "../../base/ui/clipboard.ts";
import { ArrowRightLeft, Ellipsis, Link, MailOpen, Trash2 } from "lucide-react";
import { readThese } from "../../features/messages/message/actions/mark-read-with-undo.ts";
import { mayMoveAway, mayRetopic } from "../../client/replica/selectors/permissions.ts";
import { unreadIdsOf } from "../../client/replica/selectors/unread/unread-ids.ts";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { Menu, MenuItem, MenuLine } from "../../base/ui/overlays/menu.tsx";
import { say } from "../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useOverlays } from "../../hooks/context/overlay-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { type TopicProps, useMessageIn } from "./use-topic-message.ts";
import { late } from "../../base/ui/loading/lazy-component.tsx";

const MoveTopic = late(
  async () => (await import("../../features/messages/message/dialogs/move-topic-dialog.tsx")).MoveTopic,
);
const DeleteTopic = late(async () => (await import("./delete-topic-dialog.tsx")).DeleteTopic);

/** What one does with a topic more seldom. */
export function TopicMenu(topic: TopicProps) {
  const messageId = useMessageIn(topic);
  const { readAll, copyLink, move, remove } = useTopicActs(topic, messageId ?? 0);
  const isMovable = useKnown((state) => mayRetopic(state, topic.channelId) || mayMoveAway(state, topic.channelId));
  const isDeletable = useKnown((state) => state.is_admin ?? false);
  if (messageId === undefined) return null;
  const button = (
    <IconButton label={words.conversation.more}>
      <Ellipsis size={18} aria-hidden />
    </IconButton>
  );
  return (
    <Menu button={button} label={words.conversation.more}>
      <MenuItem icon={<MailOpen size={16} />} onAction={readAll}>
        {words.conversation.readAll}
      </MenuItem>
      <MenuItem icon={<Link size={16} />} onAction={() => void copyLink()}>
        {words.conversation.copyLink}
      </MenuItem>
      {isMovable && (
        <MenuItem icon={<ArrowRightLeft size={16} />} onAction={move}>
          {words.dialogs.move.titleTopic}
        </MenuItem>
      )}
      {isDeletable && <MenuLine />}
      {isDeletable && (
        <MenuItem icon={<Trash2 size={16} />} isDanger onAction={remove}>
          {words.conversation.deleteTopic}
        </MenuItem>
      )}
    </Menu>
  );
}

function useTopicActs({ channelId, topic }: TopicProps, messageId: number) {
  const client = useClient();
  const { hrefOf } = useNavigator();
  const show = useOverlays();
  const place = { kind: "topic", channelId, topic, near: null } as const;
  return {
    readAll: () => void readThese(client, unreadIdsOf(client.state.get(), place)),
    copyLink: async () => {
      await copyText(`${location.origin}/${hrefOf(place)}`);
      say({ text: words.message.copied });
    },
    move: () =>
      show((close) => (
        <MoveTopic from={{ channelId, topic }} messageId={messageId} firstMode="change_all" onClose={close} />
      )),
    remove: () => show((close) => <DeleteTopic channelId={channelId} topic={topic} onClose={close} />),
  };
}
