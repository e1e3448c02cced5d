import { CornerDownRight, Settings, Zap } from "lucide-react";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { unreadOf } from "../../client/replica/selectors/unread/unread.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { ChannelMark } from "../../base/ui/channel-icon.tsx";
import { Count } from "../../base/ui/unread-badge.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { plain } from "../../base/text/rank-matches.ts";
import type { PaletteEntry } from "./palette-entries.ts";
import styles from "./palette.module.css";

/** One thing to jump to: what it is, where it is, how much of it is unread. */
export function EntryLine({ entry, wanted }: { entry: PaletteEntry; wanted: string }) {
  return (
    <>
      <span className={styles["sign"]}>
        <Sign entry={entry} />
      </span>
      <span className={styles["name"]} dir="auto">
        <Marked text={entry.name} wanted={wanted} />
      </span>
      <small dir="auto">{entry.note}</small>
      <EntryCount entry={entry} />
    </>
  );
}

function Sign({ entry: { kind, colour, isPrivate = false, personId, name } }: { entry: PaletteEntry }) {
  const picture = useKnown((state) => (personId === undefined ? null : peopleById(state).get(personId)?.avatar_url));
  if (personId !== undefined) return <Avatar id={personId} name={name} url={picture} size={22} />;
  if (colour !== undefined) return <ChannelMark colour={colour} isPrivate={isPrivate} />;
  if (kind === "action") return <Zap size={16} aria-hidden />;
  return kind === "page" ? <Settings size={16} aria-hidden /> : <CornerDownRight size={16} aria-hidden />;
}

/** A text in which what was looked for stands out. */
function Marked({ text, wanted }: { text: string; wanted: string }) {
  const looked = plain(wanted.trim());
  const at = looked === "" ? -1 : plain(text).indexOf(looked);
  // Where letters lost their marks the places may differ.
  if (at < 0 || plain(text).length !== text.length) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + looked.length)}</mark>
      {text.slice(at + looked.length)}
    </>
  );
}

function EntryCount({ entry: { to } }: { entry: PaletteEntry }) {
  const unread = useKnown(unreadOf);
  if (to === null) return null;
  if (to.kind === "channel") return <Count count={unread.channels.get(to.channelId)?.count ?? 0} />;
  if (to.kind === "direct") return <Count count={unread.directs.get(to.userIds.join(","))?.count ?? 0} isStrong />;
  if (to.kind === "topic") {
    return <Count count={unread.topics.get(`${to.channelId} ${to.topic.toLowerCase()}`)?.count ?? 0} />;
  }
  return null;
}
