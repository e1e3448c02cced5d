import { Inbox as InboxIcon } from "lucide-react";
import { useEffect } from "react";
import { Button } from "../../ui/button.tsx";
import { Emptiness } from "../../ui/emptiness.tsx";
import { Pills } from "../../ui/pills.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { type InboxContents, type InboxFilter, inboxOf } from "../../replica/selectors/inbox.ts";
import { useClient } from "../../view/client-context.tsx";
import { useKept } from "../../view/use-kept.ts";
import { useKnown } from "../../view/use-store.ts";
import { words } from "../../words/index.ts";
import { ChannelEntries, DirectEntries } from "./entries.tsx";
import styles from "./inbox.module.css";

const filters = ["all", "mentions", "followed"] as const;

/** Every conversation with something unread. */
export function Inbox() {
  const [filter, setFilter] = useKept<InboxFilter>("inbox-filter", "all");
  const contents = useKnown(inboxOf[filter]);
  const isIncomplete = useKnown((state) => state.unread_msgs?.old_unreads_missing ?? false);
  useSnippets(contents);
  const { messages, conversations } = contents;
  const options = filters.map((value) => ({ value, text: words.inbox.filters[value] }));
  return (
    <>
      <ScreenHead
        title={words.shell.inbox}
        {...(conversations > 0 ? { note: words.inbox.summary(messages, conversations) } : {})}
        tools={<Pills label={words.inbox.filter} options={options} value={filter} onChange={setFilter} />}
      />
      <div className={styles["inbox"]}>
        {conversations === 0 && <Nothing filter={filter} onShowAll={() => setFilter("all")} />}
        {contents.directs.length > 0 && <DirectEntries directs={contents.directs} />}
        {contents.channels.map((channel) => (
          <ChannelEntries key={channel.channelId} channel={channel} />
        ))}
        {isIncomplete && <p className={styles["hint"]}>{words.inbox.incomplete}</p>}
      </div>
    </>
  );
}

function Nothing({ filter, onShowAll }: { filter: InboxFilter; onShowAll: () => void }) {
  const icon = <InboxIcon size={30} aria-hidden />;
  if (filter === "all") {
    return (
      <Emptiness icon={icon} title={words.inbox.empty}>
        {words.inbox.emptyMore}
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
