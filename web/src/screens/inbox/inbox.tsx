import { CheckCheck, Inbox as InboxIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import { markReadWithUndo } from "../../features/messages/message/actions/mark-read-with-undo.ts";
import { Button, IconButton } from "../../base/ui/forms/button.tsx";
import { EmptyState } from "../../base/ui/empty-state.tsx";
import { Pills } from "../../base/ui/forms/pills.tsx";
import { ScreenHeader } from "../../base/ui/screen-header.tsx";
import {
  type InboxContents,
  type InboxFilter,
  inboxContents,
  mutedInbox,
} from "../../client/replica/selectors/unread/inbox.ts";
import { canInvite } from "../../client/replica/selectors/permissions.ts";
import { allUnreadIds } from "../../client/replica/selectors/unread/unread-ids.ts";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { usePersistedChoice } from "../../hooks/use-persisted-choice.ts";
import { useScrollRestoration } from "../../hooks/navigation/use-scroll-restoration.ts";
import { useRowKeys } from "../../hooks/navigation/use-row-keys.ts";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { ChannelEntries, DirectEntries } from "./inbox-entries.tsx";
import styles from "./inbox.module.css";

const filters = ["all", "mentions", "followed"] as const;

/** The inbox: all conversations with unread messages. */
export function Inbox() {
  const [filter, setFilter] = usePersistedChoice<InboxFilter>("inbox-filter", "all");
  const contents = useClientState(inboxContents[filter]);
  const isIncomplete = useClientState((state) => state.unread_msgs?.old_unreads_missing ?? false);
  const list = useRef<HTMLDivElement>(null);
  useNewestMessages(contents);
  useScrollRestoration(list, "inbox");
  useRowKeys();
  const { messages, conversations } = contents;
  const options = filters.map((value) => ({ value, text: words.inbox.filters[value] }));
  return (
    <>
      <ScreenHeader
        title={words.screens.inbox.title}
        {...(conversations > 0 ? { note: words.inbox.summary(messages, conversations) } : {})}
        tools={
          <>
            <Pills label={words.inbox.filter} options={options} value={filter} onChange={setFilter} />
            {conversations > 0 && <MarkAllRead />}
          </>
        }
      />
      <div ref={list} className={styles["inbox"]}>
        {conversations === 0 && <EmptyInbox filter={filter} onShowAll={() => setFilter("all")} />}
        {contents.directs.length > 0 && <DirectEntries directs={contents.directs} />}
        {contents.channels.map((channel) => (
          <ChannelEntries key={channel.channelId} channel={channel} />
        ))}
        <MutedSection />
        {isIncomplete && <p className={styles["hint"]}>{words.inbox.incomplete}</p>}
        {conversations > 0 && <KeyboardHints />}
      </div>
    </>
  );
}

/** Explains the keyboard shortcuts of the inbox. Shown only on devices with a keyboard. */
const KeyboardHints = () => (
  <p className={`${styles["hint"]} ${styles["keys"]}`}>
    {words.inbox.keys.map(([act, key]) => (
      <span key={key}>
        {act} <kbd>{key}</kbd>
      </span>
    ))}
  </p>
);

function MarkAllRead() {
  const client = useClient();
  return (
    <IconButton
      label={words.inbox.markAllRead}
      keys="Shift Esc"
      onPress={() => void markReadWithUndo(client, [...allUnreadIds(client.state.get())])}
    >
      <CheckCheck size={18} aria-hidden />
    </IconButton>
  );
}

/** Shows the muted conversations with unread messages, after the user has clicked a button. */
function MutedSection() {
  const [isShown, setShown] = useState(false);
  const contents = useClientState(mutedInbox);
  if (contents.messages === 0) return null;
  return (
    <div className={styles["muted"]}>
      <p className={styles["hint"]}>
        <Button variant="plain" aria-expanded={isShown} onPress={() => setShown(!isShown)}>
          {isShown ? words.inbox.hideMuted : words.inbox.showMuted(contents.messages)}
        </Button>
      </p>
      {isShown && <MutedEntries contents={contents} />}
    </div>
  );
}

function MutedEntries({ contents }: { contents: InboxContents }) {
  useNewestMessages(contents);
  return contents.channels.map((channel) => <ChannelEntries key={channel.channelId} channel={channel} />);
}

/** Returns true if there is no other active user in the organization and the user may invite others. */
const isOnlyMember = (state: State): boolean =>
  canInvite(state) && state.realm_users?.filter(({ is_active, is_bot }) => is_active && !is_bot).length === 1;

function EmptyInbox({ filter, onShowAll }: { filter: InboxFilter; onShowAll: () => void }) {
  const invites = useClientState(isOnlyMember);
  const icon = <InboxIcon size={30} aria-hidden />;
  if (filter === "all") {
    return (
      <EmptyState icon={icon} title={invites ? words.inbox.aloneTitle : words.inbox.empty}>
        {invites ? words.inbox.alone : words.inbox.emptyMore}
        {invites && (
          <RouteLink to={{ kind: "page", path: ["organization", "invitations"] }}>
            {words.screens.invite.title}
          </RouteLink>
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={icon} title={words.inbox.emptyFilter}>
      {words.inbox.emptyFilterMore}
      <Button onPress={onShowAll}>{words.inbox.showAll}</Button>
    </EmptyState>
  );
}

/** Maximum number of conversations whose newest message is fetched and shown. */
const MAX_EXCERPTS = 200;

/** Fetches the newest message of each conversation in the inbox, up to `MAX_EXCERPTS`. */
function useNewestMessages({ directs, channels }: InboxContents): void {
  const { messages } = useClient();
  useEffect(() => {
    const listed = [...directs, ...channels.flatMap(({ topics }) => topics)];
    messages.ensureLoaded(listed.slice(0, MAX_EXCERPTS).map(({ newestId }) => newestId));
  }, [messages, directs, channels]);
}
