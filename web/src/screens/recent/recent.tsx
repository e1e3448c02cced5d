import { MessagesSquare } from "lucide-react";
import { useEffect, useMemo } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import type { Narrow } from "../../replica/narrow.ts";
import type { KnownMessage } from "../../replica/messages.ts";
import { isTopicMuted, visibilityOf } from "../../replica/selectors/topics.ts";
import { unreadOf } from "../../replica/selectors/unread.ts";
import { Button } from "../../ui/button.tsx";
import { Emptiness, Skeleton } from "../../ui/emptiness.tsx";
import { Pills } from "../../ui/pills.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { useClient } from "../../view/client-context.tsx";
import { useKept } from "../../view/use-kept.ts";
import { useKnown, useStore } from "../../view/use-store.ts";
import { words } from "../../words/index.ts";
import styles from "./recent.module.css";
import { type RecentConversation, recentConversations } from "./recent-conversations.ts";
import { RecentRow } from "./recent-row.tsx";

const EVERYTHING: Narrow = [];
const filters = ["all", "unread", "direct", "followed", "participated"] as const;
type Filter = (typeof filters)[number];

/** The conversations in which somebody wrote last, the newest first. */
export function Recent() {
  const { messages, me } = useClient();
  const window = useStore(messages.window(EVERYTHING));
  useEffect(() => messages.open(EVERYTHING, "newest"), [messages]);
  const [filter, setFilter] = useKept<Filter>("recent-filter", "all");
  const conversations = useMemo(() => {
    const known = window.ids
      .map((id) => messages.message(id).get())
      .filter((one): one is KnownMessage => one !== undefined);
    return recentConversations(known, me);
  }, [window.ids, messages, me]);
  const state = useKnown((known) => known);
  const shown = conversations.filter((one) => isShown(one, filter, state, me));
  const isLoading = window.loading === "around" && window.ids.length === 0;
  return (
    <>
      <ScreenHead
        title={words.shell.recent}
        tools={
          <Pills
            label={words.inbox.filter}
            options={filters.map((value) => ({ value, text: words.inbox.recentFilters[value] }))}
            value={filter}
            onChange={setFilter}
          />
        }
      />
      <div className={styles["recent"]}>
        {isLoading && <Skeleton lines={8} />}
        {!isLoading && shown.length === 0 && (
          <Emptiness icon={<MessagesSquare size={30} aria-hidden />} title={words.inbox.recentEmpty}>
            {words.inbox.recentEmptyMore}
          </Emptiness>
        )}
        <ul>
          {shown.map((conversation) => (
            <RecentRow key={conversation.key} conversation={conversation} />
          ))}
        </ul>
        {!window.hasOldest && !isLoading && (
          <p className={styles["older"]}>
            <Button isDisabled={window.loading !== null} onPress={() => messages.fetchOlder(EVERYTHING)}>
              {words.inbox.older}
            </Button>
          </p>
        )}
      </div>
    </>
  );
}

function isShown({ key, to, senders }: RecentConversation, filter: Filter, state: State, me: number): boolean {
  const unread = unreadOf(state);
  if (filter === "unread")
    return (to.kind === "topic" ? unread.topics.get(key) : unread.directs.get(key)) !== undefined;
  if (filter === "direct") return to.kind === "direct";
  if (filter === "participated") return senders.includes(me);
  if (to.kind === "direct") return filter === "all";
  if (filter === "followed") return visibilityOf(state, to.channelId, to.topic) === visibilityPolicies.followed;
  return !isTopicMuted(state, to.channelId, to.topic);
}
