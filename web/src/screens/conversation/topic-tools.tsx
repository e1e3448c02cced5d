import { BellOff, Check, CircleCheck, Eye, Minus } from "lucide-react";
import { useMemo } from "react";
import { Button } from "react-aria-components/Button";
import { visibilityPolicies, type VisibilityPolicy } from "@parlance/contract/entities/topic-visibility.ts";
import { resolveTopic } from "../../actions/resolve-topic.ts";
import { setTopicVisibility } from "../../actions/set-topic-visibility.ts";
import type { Outcome } from "../../connection/client.ts";
import { isResolved, otherwiseSettled, topicKey, visibilityOf } from "../../replica/selectors/topics.ts";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { say } from "../../ui/toasts.tsx";
import { useClient } from "../../view/client-context.tsx";
import { useNavigator } from "../../view/use-place.tsx";
import { useKnown, useStore } from "../../view/use-store.ts";
import { words } from "../../words/index.ts";
import styles from "./head.module.css";

const icons = {
  [visibilityPolicies.inherited]: Minus,
  [visibilityPolicies.muted]: BellOff,
  [visibilityPolicies.unmuted]: Check,
  [visibilityPolicies.followed]: Eye,
};

interface TopicProps {
  readonly channelId: number;
  readonly topic: string;
}

/** What one does with the topic in view as a whole. */
export const TopicTools = (topic: TopicProps) => (
  <>
    <VisibilityMenu {...topic} />
    <ResolveButton {...topic} />
  </>
);

const told = (outcome: Outcome) => {
  if (!outcome.done) say({ text: outcome.message, isProblem: true });
};

function VisibilityMenu({ channelId, topic }: TopicProps) {
  const client = useClient();
  const policy = useKnown((state) => visibilityOf(state, channelId, topic));
  const isFollowed = policy === visibilityPolicies.followed;
  const Icon = icons[policy];
  const choose = (next: VisibilityPolicy) => void setTopicVisibility(client, { channelId, topic }, next).then(told);
  const button = (
    <Button className={`${styles["pill"]} ${isFollowed ? styles["on"] : ""}`}>
      <Icon size={15} aria-hidden />
      <span>{words.conversation.visibility[policy]}</span>
    </Button>
  );
  return (
    <Menu button={button} label={words.conversation.showing}>
      {Object.values(visibilityPolicies).map((value) => {
        const ItemIcon = icons[value];
        return (
          <MenuItem key={value} icon={<ItemIcon size={16} />} onAction={() => choose(value)}>
            {words.conversation.setVisibility[value]}
          </MenuItem>
        );
      })}
    </Menu>
  );
}

function ResolveButton({ channelId, topic }: TopicProps) {
  const client = useClient();
  const { go } = useNavigator();
  const topics = useStore(useMemo(() => client.topics.of(channelId), [client, channelId]));
  const key = topicKey(channelId, topic);
  const messageId = topics?.find(({ name }) => topicKey(channelId, name) === key)?.newestId;
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
