import { MessagesSquare } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import { combineStores } from "../../client/stores/combine-stores.ts";
import type { Narrow } from "../../client/routes/narrow.ts";
import type { KnownMessage } from "../../client/replica/messages/messages.ts";
import { isTopicMuted, topicVisibility } from "../../client/replica/selectors/channels/topics.ts";
import { unreadSummary } from "../../client/replica/selectors/unread/unread.ts";
import { Button } from "../../base/ui/forms/button.tsx";
import { EmptyState, Skeleton } from "../../base/ui/empty-state.tsx";
import { Pills } from "../../base/ui/forms/pills.tsx";
import { ScreenHeader } from "../../base/ui/screen-header.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { usePersistedChoice } from "../../hooks/use-persisted-choice.ts";
import { useScrollRestoration } from "../../hooks/navigation/use-scroll-restoration.ts";
import { useRowKeys } from "../../hooks/navigation/use-row-keys.ts";
import { useClientState, useStore } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import styles from "./recent.module.css";
import { type RecentConversation, recentConversations } from "./recent-conversations.ts";
import { RecentRow } from "./recent-row.tsx";

const ALL_MESSAGES: Narrow = [];
const filters = ["all", "unread", "direct", "followed", "participated"] as const;
type Filter = (typeof filters)[number];

/**
 * For each filter, the narrow with which older conversations are fetched, which contain none of the newest messages.
 */
const filterNarrows = (me: number): Readonly<Record<Filter, Narrow>> => ({
  all: ALL_MESSAGES,
  // Needs no other narrow, because all unread messages are already known.
  unread: ALL_MESSAGES,
  direct: [{ operator: "is", operand: "dm" }],
  followed: [{ operator: "is", operand: "followed" }],
  participated: [{ operator: "sender", operand: me }],
});

/** List of the recent conversations. Those with the newest messages come first. */
export function Recent() {
  const [filter, setFilter] = usePersistedChoice<Filter>("recent-filter", "all");
  const list = useRef<HTMLDivElement>(null);
  const { shown, oldest, isLoading } = useConversations(filter);
  useScrollRestoration(list, "recent");
  useRowKeys();
  const empty = oldest ? words.inbox.recentNoneLoaded : words.inbox.recentEmpty[filter];
  const options = filters.map((value) => ({ value, text: words.inbox.recentFilters[value] }));
  return (
    <>
      <ScreenHeader
        title={words.screens.recent.title}
        tools={<Pills label={words.inbox.filter} options={options} value={filter} onChange={setFilter} />}
      />
      <div ref={list} className={styles["recent"]}>
        {isLoading && shown.length === 0 && (
          <div aria-busy>
            <Skeleton lines={8} />
          </div>
        )}
        {!isLoading && shown.length === 0 && (
          <EmptyState icon={<MessagesSquare size={30} aria-hidden />} title={empty.title}>
            {empty.more}
          </EmptyState>
        )}
        <ul>
          {shown.map((conversation) => (
            <RecentRow key={conversation.key} conversation={conversation} />
          ))}
        </ul>
        {oldest && (
          <p className={styles["older"]}>
            <Button isDisabled={isLoading} onPress={oldest}>
              {words.inbox.older}
            </Button>
          </p>
        )}
      </div>
    </>
  );
}

/**
 * Returns the known conversations that match a filter, and a function that loads older conversations. The function is
 * undefined if there are none.
 */
function useConversations(filter: Filter) {
  const { messages, me } = useClient();
  const state = useClientState((known) => known);
  const everything = useStore(messages.window(ALL_MESSAGES));
  const narrow = useMemo(() => filterNarrows(me)[filter], [me, filter]);
  const wanted = useStore(messages.window(narrow));
  useEffect(() => {
    messages.open(ALL_MESSAGES, "newest");
    // The list is fetched again, because the user may have followed further topics since the last fetch, and their
    // messages may not be loaded.
    if (filter === "followed" && messages.window(narrow).get().hasNewest) messages.refetch(narrow);
    else messages.open(narrow, "newest");
  }, [messages, narrow, filter]);
  const unread = useUnreadConversations(filter === "unread");
  const conversations = useMemo(() => {
    const ids = new Set([...everything.ids, ...wanted.ids]);
    const here = [...ids].map((id) => messages.message(id).get());
    const others = unread.filter((one) => one && !ids.has(one.id));
    const known = [...here, ...others].filter((one): one is KnownMessage => one !== undefined);
    return recentConversations(
      known.toSorted((a, b) => a.id - b.id),
      me,
    );
  }, [everything.ids, wanted.ids, unread, messages, me]);
  const shown = conversations.filter((one) => matchesFilter(one, filter, state, me));
  const isLoading = wanted.loading !== null || (everything.loading !== null && everything.ids.length === 0);
  // No further messages are needed to list all unread conversations.
  const hasOldest = wanted.hasOldest || filter === "unread";
  return { shown, isLoading, oldest: hasOldest ? undefined : () => messages.fetchOlder(narrow) };
}

/** Maximum number of unread conversations that are listed. */
const MAX_UNREAD_CONVERSATIONS = 500;

/** Returns the newest message of each unread conversation. A message is undefined until it is loaded. */
function useUnreadConversations(isWanted: boolean): readonly (KnownMessage | undefined)[] {
  const { messages } = useClient();
  const unread = useClientState(unreadSummary);
  const ids = useMemo(() => {
    const all = isWanted ? [...unread.topics.values(), ...unread.directs.values()] : [];
    return all
      .map(({ newestId }) => newestId)
      .toSorted((a, b) => b - a)
      .slice(0, MAX_UNREAD_CONVERSATIONS);
  }, [unread, isWanted]);
  useEffect(() => messages.ensureLoaded(ids), [messages, ids]);
  return useStore(useMemo(() => combineStores(ids.map((id) => messages.message(id))), [messages, ids]));
}

function matchesFilter({ key, to, senders }: RecentConversation, filter: Filter, state: State, me: number): boolean {
  const unread = unreadSummary(state);
  if (filter === "unread")
    return (to.kind === "topic" ? unread.topics.get(key) : unread.directs.get(key)) !== undefined;
  if (filter === "direct") return to.kind === "direct";
  if (filter === "participated") return senders.includes(me);
  if (to.kind === "direct") return filter === "all";
  if (filter === "followed") return topicVisibility(state, to.channelId, to.topic) === visibilityPolicies.followed;
  return !isTopicMuted(state, to.channelId, to.topic);
}
