import { Plus, ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, memo } from "react";
import { reorderFolders } from "../../client/actions/reorder.ts";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { channelSections, type ChannelSection } from "../../client/replica/selectors/channels/sidebar-conversations.ts";
import { unreadSummary, type UnreadChannel } from "../../client/replica/selectors/unread/unread.ts";
import { UnreadBadge } from "../../base/ui/unread-badge.tsx";
import { SortableList } from "../../base/ui/lists/sortable-list.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { IncrementalList } from "./incremental-list.tsx";
import { SidebarSection } from "./sidebar-section.tsx";
import styles from "./sidebar.module.css";
import type { Subscription } from "@parlance/contract/nouns/subscriptions.ts";
import { ChannelIcon } from "../../base/ui/channel-icon.tsx";
import { usePersistedChoice } from "../../hooks/use-persisted-choice.ts";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { TopicList } from "./topic-list.tsx";

/** A channel in the sidebar. Shows the topics if it is expanded. The channel in view is always expanded. */
const ChannelItem = memo(function ChannelItem({ channel }: { channel: Subscription }) {
  const { stream_id: channelId, name, is_muted: isMuted, color, invite_only, is_web_public } = channel;
  const unread = useClientState((state) => unreadSummary(state).channels.get(channelId), isSameCount);
  const { currentRoute } = useNavigator();
  const isHere =
    (currentRoute.kind === "channel" || currentRoute.kind === "topic") && currentRoute.channelId === channelId;
  const [isUnfolded, unfold] = usePersistedChoice(`channel.${channelId}`, false);
  const isOpen = isUnfolded || isHere;
  const count = unread?.count ?? 0;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const look = [styles["row"], count > 0 && !isMuted && styles["unread"], isMuted && styles["muted"]];
  return (
    <li>
      <div className={styles["channel"]}>
        <RouteLink to={{ kind: "channel", channelId, near: null }} className={look.filter(Boolean).join(" ")}>
          <ChannelIcon colour={color} isPrivate={invite_only} isWebPublic={is_web_public} />
          <span className={styles["name"]} dir="auto">
            {name}
          </span>
          <UnreadBadge count={count} isStrong={(unread?.mentions ?? 0) > 0} />
        </RouteLink>
        <button
          type="button"
          data-fold
          className={styles["fold"]}
          aria-expanded={isOpen}
          aria-label={words.sidebar.topicsOf(name)}
          onClick={() => unfold(!isOpen)}
        >
          <Chevron size={14} aria-hidden />
        </button>
      </div>
      {isOpen && <TopicList channelId={channelId} />}
    </li>
  );
});

const isSameCount = (a: UnreadChannel | undefined, b: UnreadChannel | undefined): boolean =>
  a?.count === b?.count && a?.mentions === b?.mentions;

/**
 * The channels that the user is subscribed to, grouped by folder. Administrators can change the order of the folders.
 */
export function ChannelList() {
  const sections = useClientState(channelSections);
  const mayOrder = useClientState((state) => state.is_admin ?? false);
  const folders = sections.filter((section): section is FolderSection => typeof section.id === "number");
  if (sections.length === 0) {
    return (
      <SidebarSection id="rest" title={words.sidebar.channels} action={<BrowseLink />}>
        <p className={styles["hint"]}>{words.sidebar.noChannels}</p>
      </SidebarSection>
    );
  }
  const draw = (section: ChannelSection, grip?: ReactNode) => (
    <ChannelSectionView
      key={section.id}
      section={section}
      isOnly={sections.length === 1}
      isLast={section === sections.at(-1)}
      grip={grip}
    />
  );
  const [pinned, rest] = [sections.find(({ id }) => id === "pinned"), sections.find(({ id }) => id === "rest")];
  return (
    <>
      {pinned && draw(pinned)}
      {mayOrder && folders.length > 1 ? (
        <OrderedFolders folders={folders}>{draw}</OrderedFolders>
      ) : (
        folders.map((one) => draw(one))
      )}
      {rest && draw(rest)}
    </>
  );
}

type FolderSection = ChannelSection & { readonly id: number };

interface OrderedFoldersProps {
  readonly folders: readonly FolderSection[];
  readonly children: (section: ChannelSection, grip: ReactNode) => ReactNode;
}

/**
 * The folders, which can be reordered. A folder without channels that the user is subscribed to is not shown and keeps
 * its position.
 */
function OrderedFolders({ folders, children }: OrderedFoldersProps) {
  const client = useClient();
  const items = folders.map((section) => ({ section, id: section.id, name: section.name ?? "" }));
  const order = (ids: readonly number[]) => {
    const next = [...ids];
    const live = (client.state.get().channel_folders ?? []).filter(({ is_archived }) => !is_archived);
    const all = live
      .toSorted((a, b) => a.order - b.order)
      .map(({ id }) => (ids.includes(id) ? (next.shift() ?? id) : id));
    void reorderFolders(client, all).then(checkOutcome);
  };
  return (
    <SortableList items={items} onOrder={order}>
      {({ section }, grip) => <li>{children(section, grip)}</li>}
    </SortableList>
  );
}

interface ChannelSectionViewProps {
  readonly section: ChannelSection;
  readonly isOnly: boolean;
  readonly isLast: boolean;
  readonly grip: ReactNode;
}

const ChannelSectionView = ({ section, isOnly, isLast, grip }: ChannelSectionViewProps) => (
  <SidebarSection
    id={String(section.id)}
    title={titleOf(section, isOnly)}
    summary={<SectionCount section={section} />}
    action={isLast ? <BrowseLink /> : null}
    dragHandle={grip}
  >
    <IncrementalList items={section.channels}>
      {(channel) => <ChannelItem key={channel.stream_id} channel={channel} />}
    </IncrementalList>
  </SidebarSection>
);

const BrowseLink = () => (
  <RouteLink to={{ kind: "page", path: ["channels"] }} className={styles["add"]} label={words.screens.channels.title}>
    <Plus size={15} aria-hidden />
  </RouteLink>
);

function titleOf({ id, name }: ChannelSection, isOnly: boolean): string {
  if (name !== null) return name;
  if (id === "pinned") return words.sidebar.pinned;
  return isOnly ? words.sidebar.channels : words.sidebar.otherChannels;
}

function SectionCount({ section }: { section: ChannelSection }) {
  const unread = useClientState(unreadSummary);
  const sum = section.channels.reduce(
    (total, { stream_id }) => total + (unread.channels.get(stream_id)?.count ?? 0),
    0,
  );
  return <UnreadBadge count={sum} />;
}
