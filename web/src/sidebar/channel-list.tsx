import { Plus } from "lucide-react";
import { channelSections, type ChannelSection } from "../replica/selectors/sidebar.ts";
import { unreadOf } from "../replica/selectors/unread.ts";
import { Count } from "../ui/count.tsx";
import { PlaceLink } from "../view/place-link.tsx";
import { useKnown } from "../view/use-store.ts";
import { words } from "../words/index.ts";
import { ChannelItem } from "./channel-item.tsx";
import { Section } from "./section.tsx";
import styles from "./sidebar.module.css";

/** The channels, by folder. */
export function ChannelList() {
  const sections = useKnown(channelSections);
  return (
    <>
      {sections.map((section, index) => (
        <Section
          key={section.id}
          id={String(section.id)}
          title={titleOf(section, sections.length)}
          summary={<SectionCount section={section} />}
          action={index === sections.length - 1 ? <BrowseLink /> : null}
        >
          <ul>
            {section.channels.map((channel) => (
              <ChannelItem key={channel.stream_id} channel={channel} />
            ))}
          </ul>
        </Section>
      ))}
      {sections.length === 0 && (
        <Section id="rest" title={words.sidebar.channels} action={<BrowseLink />}>
          <p className={styles["hint"]}>{words.sidebar.noChannels}</p>
        </Section>
      )}
    </>
  );
}

const BrowseLink = () => (
  <PlaceLink to={{ kind: "page", path: ["channels"] }} className={styles["add"]} label={words.sidebar.allChannels}>
    <Plus size={15} aria-hidden />
  </PlaceLink>
);

function titleOf({ id, name }: ChannelSection, count: number): string {
  if (name !== null) return name;
  if (id === "pinned") return words.sidebar.pinned;
  return count === 1 ? words.sidebar.channels : words.sidebar.otherChannels;
}

function SectionCount({ section }: { section: ChannelSection }) {
  const unread = useKnown(unreadOf);
  const sum = section.channels.reduce(
    (total, { stream_id }) => total + (unread.channels.get(stream_id)?.count ?? 0),
    0,
  );
  return <Count count={sum} />;
}
