import { Search } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import type { MessagesRoute } from "../../client/routes/route.ts";
import { channelsById, peopleById, subscriptionsById } from "../../client/replica/selectors/entities-by-id.ts";
import { userPresence } from "../../client/replica/selectors/users/presence.ts";
import { topicWithoutResolvedMark, isResolved } from "../../client/replica/selectors/channels/topics.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { ChannelIcon } from "../../base/ui/channel-icon.tsx";
import { lazyComponent } from "../../base/ui/loading/lazy-component.tsx";
import { ScreenHeader } from "../../base/ui/screen-header.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useNow } from "../../hooks/use-now.ts";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { KeystrokeBuffer } from "../../hooks/interaction/keystroke-buffer.tsx";
import { words } from "../../base/words/index.ts";
import { ChannelMenu } from "./channel-menu.tsx";
import styles from "./conversation-header.module.css";
import { TopicActions } from "./topic-actions.tsx";

const SearchField = lazyComponent(async () => (await import("../../features/search/search-field.tsx")).SearchField);

/** Header of a message list. Shows the name of the conversation or view, or the search field. */
export function ConversationHeader({ place }: { place: MessagesRoute }) {
  const { go } = useNavigator();
  const [isSearchOpen, setSearchOpen] = useState(false);
  const isSearch = place.kind === "search";
  if (isSearch || isSearchOpen) {
    const stop = () => (isSearch ? go({ kind: "page", path: ["inbox"] }) : setSearchOpen(false));
    const title = isSearch ? words.conversation.results : words.search.label;
    const field = (
      <Suspense fallback={isSearchOpen && <KeystrokeBuffer />}>
        <SearchField route={place} shouldFocus={isSearchOpen} onStop={stop} />
      </Suspense>
    );
    return <ScreenHeader title={title} field={field} />;
  }
  const search = (
    <span data-search>
      <IconButton label={words.search.here} keys="/" onPress={() => setSearchOpen(true)}>
        <Search size={18} aria-hidden />
      </IconButton>
    </span>
  );
  return <RouteHeader place={place} tools={search} />;
}

function RouteHeader({ place, tools }: { place: MessagesRoute; tools: ReactNode }) {
  switch (place.kind) {
    case "topic":
      return <TopicHeader channelId={place.channelId} topic={place.topic} tools={tools} />;
    case "channel":
      return <ChannelHeader channelId={place.channelId} tools={tools} />;
    case "direct":
      return <DirectMessageHeader userIds={place.userIds} tools={tools} />;
    case "all":
      return <ScreenHeader title={words.screens.feed.title} tools={tools} />;
    case "mentions":
      return <ScreenHeader title={words.screens.mentions.title} tools={tools} />;
    case "starred":
      return <ScreenHeader title={words.screens.starred.title} tools={tools} />;
    case "reactions":
      return <ScreenHeader title={words.conversation.reactions} tools={tools} />;
    case "search":
      return null;
  }
}

function ChannelName({ channelId }: { channelId: number }) {
  const channel = useClientState((state) => channelsById(state).get(channelId));
  const colour = useClientState((state) => subscriptionsById(state).get(channelId)?.color) ?? "currentColor";
  if (!channel) return words.conversation.unknownChannel;
  return (
    <>
      <ChannelIcon colour={colour} isPrivate={channel.invite_only} isWebPublic={channel.is_web_public} />
      <span className={styles["channelName"]} dir="auto">
        {channel.name}
      </span>
    </>
  );
}

function TopicHeader({ channelId, topic, tools }: { channelId: number; topic: string; tools: ReactNode }) {
  const general = useClientState((state) => state.realm_empty_topic_display_name) ?? "";
  const title = topic === "" ? <em>{general}</em> : topicWithoutResolvedMark(topic);
  return (
    <ScreenHeader
      before={
        <RouteLink to={{ kind: "channel", channelId, near: null }} className={styles["channel"]}>
          <ChannelName channelId={channelId} />
        </RouteLink>
      }
      title={isResolved(topic) ? <s className={styles["settled"]}>{title}</s> : title}
      tools={
        <>
          <TopicActions channelId={channelId} topic={topic} />
          {tools}
        </>
      }
    />
  );
}

function ChannelHeader({ channelId, tools }: { channelId: number; tools: ReactNode }) {
  const description = useClientState((state) => channelsById(state).get(channelId)?.description) ?? "";
  return (
    <ScreenHeader
      title={
        <RouteLink to={{ kind: "page", path: ["channels", String(channelId)] }} className={styles["channel"]}>
          <ChannelName channelId={channelId} />
        </RouteLink>
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

function DirectMessageHeader({ userIds, tools }: { userIds: readonly number[]; tools: ReactNode }) {
  const { me } = useClient();
  const people = useClientState(peopleById);
  const now = useNow();
  const [first] = userIds;
  const names = userIds.map((id) => people.get(id)?.full_name ?? words.shell.unknownPerson);
  const one = userIds.length === 1 && first !== undefined ? people.get(first) : undefined;
  const oneId = one && !one.is_bot ? one.user_id : null;
  const presence = useClientState((state) => (oneId === null ? null : userPresence(state, oneId, now)));
  if (first === me) return <ScreenHeader title={words.sidebar.notes} tools={tools} />;
  return (
    <ScreenHeader
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
      note={one ? presenceNote(one.is_active, presence) : undefined}
      tools={tools}
    />
  );
}

function presenceNote(isActive: boolean, presence: "here" | "away" | null): string | undefined {
  if (!isActive) return words.conversation.deactivated;
  return presence === null ? undefined : words.conversation[presence];
}
