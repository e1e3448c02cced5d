import { copyText } from "../../ui/copy.ts";
import { ArrowRightLeft, Ellipsis, Link, MailOpen, Trash2 } from "lucide-react";
import { readThese } from "../../message/mark.ts";
import { mayMoveAway, mayRetopic } from "../../replica/selectors/permissions.ts";
import { unreadIdsOf } from "../../replica/selectors/unread-ids.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu, MenuItem, MenuLine } from "../../ui/menu.tsx";
import { say } from "../../ui/toasts.tsx";
import { useClient } from "../../view/client-context.tsx";
import { useOverlays } from "../../view/overlays.tsx";
import { useNavigator } from "../../view/use-place.tsx";
import { useKnown } from "../../view/use-store.ts";
import { words } from "../../words/index.ts";
import { type TopicProps, useMessageIn } from "./use-message-in.ts";
import { late } from "../../ui/late-component.tsx";

const MoveTopic = late(async () => (await import("../../message/dialogs/move-topic.tsx")).MoveTopic);
const DeleteTopic = late(async () => (await import("./delete-topic.tsx")).DeleteTopic);

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
