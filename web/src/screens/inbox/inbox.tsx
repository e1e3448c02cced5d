import { CheckCheck, Inbox as InboxIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import { readThese } from "../../features/messages/message/actions/mark-read-with-undo.ts";
import { Button, IconButton } from "../../base/ui/forms/button.tsx";
import { Emptiness } from "../../base/ui/empty-state.tsx";
import { Pills } from "../../base/ui/forms/pills.tsx";
import { ScreenHead } from "../../base/ui/screen-header.tsx";
import {
  type InboxContents,
  type InboxFilter,
  inboxOf,
  mutedInbox,
} from "../../client/replica/selectors/unread/inbox.ts";
import { mayInvite } from "../../client/replica/selectors/permissions.ts";
import { allUnreadIds } from "../../client/replica/selectors/unread/unread-ids.ts";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useKept } from "../../hooks/use-persisted-choice.ts";
import { useKeptScroll } from "../../hooks/navigation/use-scroll-restoration.ts";
import { useRowKeys } from "../../hooks/navigation/use-row-keys.ts";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { ChannelEntries, DirectEntries } from "./inbox-entries.tsx";
import styles from "./inbox.module.css";

const filters = ["all", "mentions", "followed"] as const;

/** Every conversation with something unread. */
export function Inbox() {
  const [filter, setFilter] = useKept<InboxFilter>("inbox-filter", "all");
  const contents = useKnown(inboxOf[filter]);
  const isIncomplete = useKnown((state) => state.unread_msgs?.old_unreads_missing ?? false);
  const list = useRef<HTMLDivElement>(null);
  useSnippets(contents);
  useKeptScroll(list, "inbox");
  useRowKeys();
  const { messages, conversations } = contents;
  const options = filters.map((value) => ({ value, text: words.inbox.filters[value] }));
  return (
    <>
      <ScreenHead
        title={words.shell.inbox}
        {...(conversations > 0 ? { note: words.inbox.summary(messages, conversations) } : {})}
        tools={
          <>
            <Pills label={words.inbox.filter} options={options} value={filter} onChange={setFilter} />
            {conversations > 0 && <ReadAll />}
          </>
        }
      />
      <div ref={list} className={styles["inbox"]}>
        {conversations === 0 && <Nothing filter={filter} onShowAll={() => setFilter("all")} />}
        {contents.directs.length > 0 && <DirectEntries directs={contents.directs} />}
        {contents.channels.map((channel) => (
          <ChannelEntries key={channel.channelId} channel={channel} />
        ))}
        <Muted />
        {isIncomplete && <p className={styles["hint"]}>{words.inbox.incomplete}</p>}
        {conversations > 0 && <Keys />}
      </div>
    </>
  );
}

/** What one does here by keys, for who has them. */
const Keys = () => (
  <p className={`${styles["hint"]} ${styles["keys"]}`}>
    {words.inbox.keys.map(([act, key]) => (
      <span key={key}>
        {act} <kbd>{key}</kbd>
      </span>
    ))}
  </p>
);

function ReadAll() {
  const client = useClient();
  return (
    <IconButton
      label={words.inbox.markAllRead}
      keys="Shift Esc"
      onPress={() => void readThese(client, [...allUnreadIds(client.state.get())])}
    >
      <CheckCheck size={18} aria-hidden />
    </IconButton>
  );
}

/** What is muted does not ask for anybody; who wants to see it does so here. */
function Muted() {
  const [isShown, setShown] = useState(false);
  const contents = useKnown(mutedInbox);
  if (contents.messages === 0) return null;
  return (
    <div className={styles["muted"]}>
      <p className={styles["hint"]}>
        <Button look="plain" aria-expanded={isShown} onPress={() => setShown(!isShown)}>
          {isShown ? words.inbox.hideMuted : words.inbox.showMuted(contents.messages)}
        </Button>
      </p>
      {isShown && <MutedEntries contents={contents} />}
    </div>
  );
}

function MutedEntries({ contents }: { contents: InboxContents }) {
  useSnippets(contents);
  return contents.channels.map((channel) => <ChannelEntries key={channel.channelId} channel={channel} />);
}

/** Whether the reader is the first, and can invite the others. */
const isFirst = (state: State): boolean =>
  mayInvite(state) && state.realm_users?.filter(({ is_active, is_bot }) => is_active && !is_bot).length === 1;

function Nothing({ filter, onShowAll }: { filter: InboxFilter; onShowAll: () => void }) {
  const invites = useKnown(isFirst);
  const icon = <InboxIcon size={30} aria-hidden />;
  if (filter === "all") {
    return (
      <Emptiness icon={icon} title={words.inbox.empty}>
        {invites ? words.inbox.alone : words.inbox.emptyMore}
        {invites && (
          <PlaceLink to={{ kind: "page", path: ["organization", "invitations"] }}>{words.pages.inviteTitle}</PlaceLink>
        )}
      </Emptiness>
    );
  }
  return (
    <Emptiness icon={icon} title={words.inbox.emptyFilter}>
      {words.inbox.emptyFilterMore}
      <Button onPress={onShowAll}>{words.inbox.showAll}</Button>
    </Emptiness>
  );
}

/** So many conversations show what their newest message says. */
const SNIPPETS = 200;

/** Asks for the newest message of each conversation that is listed. */
function useSnippets({ directs, channels }: InboxContents): void {
  const { messages } = useClient();
  useEffect(() => {
    const listed = [...directs, ...channels.flatMap(({ topics }) => topics)];
    messages.want(listed.slice(0, SNIPPETS).map(({ newestId }) => newestId));
  }, [messages, directs, channels]);
}
