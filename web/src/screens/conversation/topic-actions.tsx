import { Bell, BellOff, BellRing, CircleCheck, Eye } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { visibilityPolicies, type VisibilityPolicy } from "@parlance/contract/entities/topic-visibility.ts";
import { resolveTopic } from "../../client/actions/channels/resolve-topic.ts";
import { setTopicVisibility } from "../../client/actions/channels/set-topic-visibility.ts";
import { told } from "../../hooks/check-outcome.ts";
import {
  isResolved,
  isTopicMuted,
  otherwiseSettled,
  visibilityOf,
} from "../../client/replica/selectors/channels/topics.ts";
import { Menu, MenuItem } from "../../base/ui/overlays/menu.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import styles from "./conversation-header.module.css";
import { TopicMenu } from "./topic-menu.tsx";
import { type TopicProps, useMessageIn } from "./use-topic-message.ts";

const icons = {
  [visibilityPolicies.inherited]: Bell,
  [visibilityPolicies.muted]: BellOff,
  [visibilityPolicies.unmuted]: BellRing,
  [visibilityPolicies.followed]: Eye,
};

/** What one does with the topic in view as a whole. */
export const TopicTools = (topic: TopicProps) => (
  <>
    <VisibilityMenu {...topic} />
    <ResolveButton {...topic} />
    <TopicMenu {...topic} />
  </>
);

function VisibilityMenu({ channelId, topic }: TopicProps) {
  const client = useClient();
  const policy = useKnown((state) => visibilityOf(state, channelId, topic));
  const isFollowed = policy === visibilityPolicies.followed;
  const isMuted = useKnown((state) => isTopicMuted(state, channelId, topic));
  const offered = offeredOf(policy, isMuted);
  const Icon = icons[policy];
  const choose = (next: VisibilityPolicy) => void setTopicVisibility(client, { channelId, topic }, next).then(told);
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

/** What is muted in no way cannot be unmuted. */
const offeredOf = (policy: VisibilityPolicy, isMuted: boolean): readonly VisibilityPolicy[] =>
  Object.values(visibilityPolicies).filter(
    (value) => value !== visibilityPolicies.unmuted || isMuted || value === policy,
  );

function ResolveButton({ channelId, topic }: TopicProps) {
  const client = useClient();
  const { go } = useNavigator();
  const messageId = useMessageIn({ channelId, topic });
  if (messageId === undefined || topic === "") return null;
  const settled = isResolved(topic);
  const resolve = async () => {
    const outcome = await resolveTopic(client, { topic, messageId });
    told(outcome);
    if (outcome.done) go({ kind: "topic", channelId, topic: otherwiseSettled(topic), near: null });
  };
  return (
    <Button className={`${styles["pill"]} ${settled ? styles["on"] : ""}`} onPress={() => void resolve()}>
      <CircleCheck size={15} aria-hidden />
      <span>{settled ? words.conversation.reopen : words.conversation.resolve}</span>
    </Button>
  );
}
