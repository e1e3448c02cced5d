import {
  Bell,
  BellOff,
  BellRing,
  CircleCheck,
  Eye,
  ArrowRightLeft,
  Ellipsis,
  Link,
  MailOpen,
  Trash2,
} from "lucide-react";
import { Button } from "react-aria-components/Button";
import { visibilityPolicies, type VisibilityPolicy } from "@parlance/contract/entities/topic-visibility.ts";
import { resolveTopic } from "../../client/actions/channels/resolve-topic.ts";
import { setTopicVisibility } from "../../client/actions/channels/set-topic-visibility.ts";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import {
  isResolved,
  isTopicMuted,
  toggleResolvedMark,
  topicVisibility,
} from "../../client/replica/selectors/channels/topics.ts";
import { Menu, MenuItem, MenuSeparator } from "../../base/ui/overlays/menu.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import styles from "./conversation-header.module.css";
import { type TopicProps, useTopicMessage } from "./use-topic-message.ts";
import { copyText } from "../../base/ui/clipboard.ts";
import { markReadWithUndo } from "../../features/messages/message/actions/mark-read-with-undo.ts";
import {
  canMoveBetweenChannels,
  canMoveBetweenTopics,
  canResolveTopics,
} from "../../client/replica/selectors/message-permissions.ts";
import { unreadIdsInRoute } from "../../client/replica/selectors/unread/unread-ids.ts";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { showToast } from "../../base/ui/overlays/toasts.tsx";
import { useOpenOverlay } from "../../hooks/context/overlay-context.tsx";
import { lazyComponent } from "../../base/ui/loading/lazy-component.tsx";

const MoveTopicDialog = lazyComponent(
  async () => (await import("../../features/messages/message/dialogs/move-topic-dialog.tsx")).MoveTopicDialog,
);
const DeleteTopicDialog = lazyComponent(async () => (await import("./delete-topic-dialog.tsx")).DeleteTopicDialog);

/** Menu with the actions on a topic that are used less often. */
function TopicMenu(topic: TopicProps) {
  const messageId = useTopicMessage(topic);
  const { readAll, copyLink, move, remove } = useTopicMenuActions(topic, messageId ?? 0);
  const isMovable = useClientState(
    (state) => canMoveBetweenTopics(state, topic.channelId) || canMoveBetweenChannels(state, topic.channelId),
  );
  const isDeletable = useClientState((state) => state.is_admin ?? false);
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
      {isDeletable && <MenuSeparator />}
      {isDeletable && (
        <MenuItem icon={<Trash2 size={16} />} isDanger onAction={remove}>
          {words.conversation.deleteTopic}
        </MenuItem>
      )}
    </Menu>
  );
}

function useTopicMenuActions({ channelId, topic }: TopicProps, messageId: number) {
  const client = useClient();
  const { hrefOf } = useNavigator();
  const show = useOpenOverlay();
  const place = { kind: "topic", channelId, topic, near: null } as const;
  return {
    readAll: () => void markReadWithUndo(client, unreadIdsInRoute(client.state.get(), place)),
    copyLink: async () => {
      await copyText(`${location.origin}/${hrefOf(place)}`);
      showToast({ text: words.message.copied });
    },
    move: () =>
      show((close) => (
        <MoveTopicDialog from={{ channelId, topic }} messageId={messageId} initialMode="change_all" onClose={close} />
      )),
    remove: () => show((close) => <DeleteTopicDialog channelId={channelId} topic={topic} onClose={close} />),
  };
}

const icons = {
  [visibilityPolicies.inherited]: Bell,
  [visibilityPolicies.muted]: BellOff,
  [visibilityPolicies.unmuted]: BellRing,
  [visibilityPolicies.followed]: Eye,
};

/** Buttons and menus for the topic in view. */
export const TopicActions = (topic: TopicProps) => (
  <>
    <VisibilityMenu {...topic} />
    <ResolveButton {...topic} />
    <TopicMenu {...topic} />
  </>
);

function VisibilityMenu({ channelId, topic }: TopicProps) {
  const client = useClient();
  const policy = useClientState((state) => topicVisibility(state, channelId, topic));
  const isFollowed = policy === visibilityPolicies.followed;
  const isMuted = useClientState((state) => isTopicMuted(state, channelId, topic));
  const offered = offeredPolicies(policy, isMuted);
  const Icon = icons[policy];
  const choose = (next: VisibilityPolicy) =>
    void setTopicVisibility(client, { channelId, topic }, next).then(checkOutcome);
  const button = (
    <Button className={`${styles["pill"]} ${isFollowed ? styles["on"] : ""}`}>
      <Icon size={15} aria-hidden />
      <span>{words.conversation.visibility[policy]}</span>
    </Button>
  );
  return (
    <Menu button={button} label={words.conversation.showing} chosen={String(policy)}>
      {offered.map((value) => {
        const ItemIcon = icons[value];
        return (
          <MenuItem key={value} id={String(value)} icon={<ItemIcon size={16} />} onAction={() => choose(value)}>
            {words.conversation.setVisibility[value]}
          </MenuItem>
        );
      })}
    </Menu>
  );
}

/**
 * Returns the visibility policies to choose from. "Unmute" is among them only if the topic is muted or has that policy.
 */
const offeredPolicies = (policy: VisibilityPolicy, isMuted: boolean): readonly VisibilityPolicy[] =>
  Object.values(visibilityPolicies).filter(
    (value) => value !== visibilityPolicies.unmuted || isMuted || value === policy,
  );

function ResolveButton({ channelId, topic }: TopicProps) {
  const client = useClient();
  const { go } = useNavigator();
  const messageId = useTopicMessage({ channelId, topic });
  const isResolvable = useClientState((state) => canResolveTopics(state, channelId));
  if (messageId === undefined || topic === "" || !isResolvable) return null;
  const settled = isResolved(topic);
  const resolve = async () => {
    const outcome = await resolveTopic(client, { topic, messageId });
    checkOutcome(outcome);
    if (outcome.done) go({ kind: "topic", channelId, topic: toggleResolvedMark(topic), near: null });
  };
  return (
    <Button className={`${styles["pill"]} ${settled ? styles["on"] : ""}`} onPress={() => void resolve()}>
      <CircleCheck size={15} aria-hidden />
      <span>{settled ? words.conversation.reopen : words.conversation.resolve}</span>
    </Button>
  );
}
