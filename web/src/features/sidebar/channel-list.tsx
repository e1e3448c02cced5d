import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { orderFolders } from "../../client/actions/reorder.ts";
import { told } from "../../hooks/check-outcome.ts";
import { channelSections, type ChannelSection } from "../../client/replica/selectors/channels/sidebar-conversations.ts";
import { unreadOf } from "../../client/replica/selectors/unread/unread.ts";
import { Count } from "../../base/ui/unread-badge.tsx";
import { SortedLines } from "../../base/ui/lists/sortable-list.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { ChannelItem } from "./channel-item.tsx";
import { LongList } from "./incremental-list.tsx";
import { Section } from "./sidebar-section.tsx";
import styles from "./sidebar.module.css";

/** The channels, by folder. Who may puts the folders in order. */
export function ChannelList() {
  const sections = useKnown(channelSections);
  const mayOrder = useKnown((state) => state.is_admin ?? false);
  const folders = sections.filter((section): section is FolderSection => typeof section.id === "number");
  if (sections.length === 0) {
    return (
      <Section id="rest" title={words.sidebar.channels} action={<BrowseLink />}>
        <p className={styles["hint"]}>{words.sidebar.noChannels}</p>
      </Section>
    );
  }
  const draw = (section: ChannelSection, grip?: ReactNode) => (
    <ChannelPart
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

/** Folders that can be put in order: those without channels here stay where they are. */
function OrderedFolders({ folders, children }: OrderedFoldersProps) {
  const client = useClient();
  const items = folders.map((section) => ({ section, id: section.id, name: section.name ?? "" }));
  const order = (ids: readonly number[]) => {
    const next = [...ids];
    const live = (client.state.get().channel_folders ?? []).filter(({ is_archived }) => !is_archived);
    const all = live
      .toSorted((a, b) => a.order - b.order)
      .map(({ id }) => (ids.includes(id) ? (next.shift() ?? id) : id));
    void orderFolders(client, all).then(told);
  };
  return (
    <SortedLines items={items} onOrder={order}>
      {({ section }, grip) => <li>{children(section, grip)}</li>}
    </SortedLines>
  );
}

interface ChannelPartProps {
  readonly section: ChannelSection;
  readonly isOnly: boolean;
  readonly isLast: boolean;
  readonly grip: ReactNode;
}

const ChannelPart = ({ section, isOnly, isLast, grip }: ChannelPartProps) => (
  <Section
    id={String(section.id)}
    title={titleOf(section, isOnly)}
    summary={<SectionCount section={section} />}
    action={isLast ? <BrowseLink /> : null}
    grip={grip}
  >
    <LongList items={section.channels}>
      {(channel) => <ChannelItem key={channel.stream_id} channel={channel} />}
    </LongList>
  </Section>
);

const BrowseLink = () => (
  <PlaceLink to={{ kind: "page", path: ["channels"] }} className={styles["add"]} label={words.sidebar.allChannels}>
    <Plus size={15} aria-hidden />
  </PlaceLink>
);

function titleOf({ id, name }: ChannelSection, isOnly: boolean): string {
  if (name !== null) return name;
  if (id === "pinned") return words.sidebar.pinned;
  return isOnly ? words.sidebar.channels : words.sidebar.otherChannels;
}

function SectionCount({ section }: { section: ChannelSection }) {
  const unread = useKnown(unreadOf);
  const sum = section.channels.reduce(
    (total, { stream_id }) => total + (unread.channels.get(stream_id)?.count ?? 0),
    0,
  );
  return <Count count={sum} />;
}
