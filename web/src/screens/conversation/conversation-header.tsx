import { Search } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import type { MessagesPlace } from "../../client/routes/route.ts";
import { channelsById, peopleById, subscriptionsById } from "../../client/replica/selectors/entities-by-id.ts";
import { presenceOf } from "../../client/replica/selectors/users/presence.ts";
import { bareTopic, isResolved } from "../../client/replica/selectors/channels/topics.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { ChannelMark } from "../../base/ui/channel-icon.tsx";
import { late } from "../../base/ui/loading/lazy-component.tsx";
import { ScreenHead } from "../../base/ui/screen-header.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { useNow } from "../../hooks/use-now.ts";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { TypedAhead } from "../../hooks/interaction/keystroke-buffer.tsx";
import { words } from "../../base/words/index.ts";
import { ChannelMenu } from "./channel-menu.tsx";
import styles from "./conversation-header.module.css";
import { TopicTools } from "./topic-actions.tsx";

const SearchField = late(async () => (await import("../../features/search/search-field.tsx")).SearchField);

/** Says which messages these are, or takes a search in them. */
export function Head({ place }: { place: MessagesPlace }) {
  const { go } = useNavigator();
  const [isAsked, setAsked] = useState(false);
  const isSearch = place.kind === "search";
  if (isSearch || isAsked) {
    const stop = () => (isSearch ? go({ kind: "inbox" }) : setAsked(false));
    const title = isSearch ? words.conversation.results : words.search.label;
    const field = (
      <Suspense fallback={isAsked && <TypedAhead />}>
        <SearchField place={place} isAsked={isAsked} onStop={stop} />
      </Suspense>
    );
    return <ScreenHead title={title} field={field} />;
  }
  const search = (
    <span data-search>
      <IconButton label={words.search.here} keys="/" onPress={() => setAsked(true)}>
        <Search size={18} aria-hidden />
      </IconButton>
    </span>
  );
  return <PlaceHead place={place} tools={search} />;
}

function PlaceHead({ place, tools }: { place: MessagesPlace; tools: ReactNode }) {
  switch (place.kind) {
    case "topic":
      return <TopicHead channelId={place.channelId} topic={place.topic} tools={tools} />;
    case "channel":
      return <ChannelHead channelId={place.channelId} tools={tools} />;
    case "direct":
      return <DirectHead userIds={place.userIds} tools={tools} />;
    case "all":
      return <ScreenHead title={words.shell.allMessages} tools={tools} />;
    case "mentions":
      return <ScreenHead title={words.shell.mentions} tools={tools} />;
    case "starred":
      return <ScreenHead title={words.shell.starred} tools={tools} />;
    case "reactions":
      return <ScreenHead title={words.conversation.reactions} tools={tools} />;
    case "search":
      return null;
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

function TopicHead({ channelId, topic, tools }: { channelId: number; topic: string; tools: ReactNode }) {
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
      tools={
        <>
          <TopicTools channelId={channelId} topic={topic} />
          {tools}
        </>
      }
    />
  );
}

function ChannelHead({ channelId, tools }: { channelId: number; tools: ReactNode }) {
  const description = useKnown((state) => channelsById(state).get(channelId)?.description) ?? "";
  return (
    <ScreenHead
      title={
        <PlaceLink to={{ kind: "page", path: ["channels", String(channelId)] }} className={styles["channel"]}>
          <ChannelName channelId={channelId} />
        </PlaceLink>
      }
      note={description}
      tools={
        <>
          <ChannelMenu channelId={channelId} />
          {tools}
        </>
      }
    />
  );
}

function DirectHead({ userIds, tools }: { userIds: readonly number[]; tools: ReactNode }) {
  const { me } = useClient();
  const people = useKnown(peopleById);
  const now = useNow();
  const [first] = userIds;
  const names = userIds.map((id) => people.get(id)?.full_name ?? words.shell.unknownPerson);
  const one = userIds.length === 1 && first !== undefined ? people.get(first) : undefined;
  const oneId = one && !one.is_bot ? one.user_id : null;
  const presence = useKnown((state) => (oneId === null ? null : presenceOf(state, oneId, now)));
  if (first === me) return <ScreenHead title={words.sidebar.notes} tools={tools} />;
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
      tools={tools}
    />
  );
}

function noteOn(isActive: boolean, presence: "here" | "away" | null): string | undefined {
  if (!isActive) return words.conversation.deactivated;
  return presence === null ? undefined : words.conversation[presence];
}
