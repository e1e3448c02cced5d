import type { MessagesPlace } from "../../places/place.ts";
import { channelsById, peopleById, subscriptionsById } from "../../replica/selectors/by-id.ts";
import { presenceOf } from "../../replica/selectors/presence.ts";
import { bareTopic, isResolved } from "../../replica/selectors/topics.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ChannelMark } from "../../ui/channel-mark.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { useClient } from "../../view/client-context.tsx";
import { PlaceLink } from "../../view/place-link.tsx";
import { useNow } from "../../view/use-now.ts";
import { useKnown } from "../../view/use-store.ts";
import { words } from "../../words/index.ts";
import styles from "./head.module.css";
import { TopicTools } from "./topic-tools.tsx";

/** Says which messages these are. */
export function Head({ place }: { place: MessagesPlace }) {
  switch (place.kind) {
    case "topic":
      return <TopicHead channelId={place.channelId} topic={place.topic} />;
    case "channel":
      return <ChannelHead channelId={place.channelId} />;
    case "direct":
      return <DirectHead userIds={place.userIds} />;
    case "search":
      return <ScreenHead title={words.conversation.results} />;
    case "all":
      return <ScreenHead title={words.shell.allMessages} />;
    case "mentions":
      return <ScreenHead title={words.shell.mentions} />;
    case "starred":
      return <ScreenHead title={words.shell.starred} />;
    case "reactions":
      return <ScreenHead title={words.conversation.reactions} />;
  }
}

function ChannelName({ channelId }: { channelId: number }) {
  const channel = useKnown((state) => channelsById(state).get(channelId));
  const colour = useKnown((state) => subscriptionsById(state).get(channelId)?.color) ?? "currentColor";
  if (!channel) return words.conversation.unknownChannel;
  return (
    <>
      <ChannelMark colour={colour} isPrivate={channel.invite_only} isWebPublic={channel.is_web_public} />
      <span className={styles["channelName"]} dir="auto">
        {channel.name}
      </span>
    </>
  );
}

function TopicHead({ channelId, topic }: { channelId: number; topic: string }) {
  const general = useKnown((state) => state.realm_empty_topic_display_name) ?? "";
  const title = topic === "" ? <em>{general}</em> : bareTopic(topic);
  return (
    <ScreenHead
      before={
        <PlaceLink to={{ kind: "channel", channelId, near: null }} className={styles["channel"]}>
          <ChannelName channelId={channelId} />
        </PlaceLink>
      }
      title={isResolved(topic) ? <s className={styles["settled"]}>{title}</s> : title}
      tools={<TopicTools channelId={channelId} topic={topic} />}
    />
  );
}

function ChannelHead({ channelId }: { channelId: number }) {
  const description = useKnown((state) => channelsById(state).get(channelId)?.description) ?? "";
  return (
    <ScreenHead
      title={
        <PlaceLink to={{ kind: "page", path: ["channels", String(channelId)] }} className={styles["channel"]}>
          <ChannelName channelId={channelId} />
        </PlaceLink>
      }
      note={description}
    />
  );
}

function DirectHead({ userIds }: { userIds: readonly number[] }) {
  const { me } = useClient();
  const people = useKnown(peopleById);
  const now = useNow();
  const [first] = userIds;
  const names = userIds.map((id) => people.get(id)?.full_name ?? words.shell.unknownPerson);
  const one = userIds.length === 1 && first !== undefined ? people.get(first) : undefined;
  const oneId = one && !one.is_bot ? one.user_id : null;
  const presence = useKnown((state) => (oneId === null ? null : presenceOf(state, oneId, now)));
  if (first === me) return <ScreenHead title={words.sidebar.notes} />;
  return (
    <ScreenHead
      title={
        <span className={styles["people"]}>
          {userIds.slice(0, 3).map((id, index) => (
            <Avatar
              key={id}
              id={id}
              name={names[index] ?? ""}
              url={people.get(id)?.avatar_url}
              size={26}
              presence={presence}
            />
          ))}
          <span className={styles["names"]}>{names.join(", ")}</span>
        </span>
      }
      note={one ? noteOn(one.is_active, presence) : undefined}
    />
  );
}

function noteOn(isActive: boolean, presence: "here" | "away" | null): string | undefined {
  if (!isActive) return words.conversation.deactivated;
  return presence === null ? undefined : words.conversation[presence];
}
