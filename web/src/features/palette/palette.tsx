import { Search, CornerDownRight, Settings, Zap } from "lucide-react";
import { useMemo, useState, type KeyboardEvent, type ReactNode } from "react";
import { Dialog } from "react-aria-components/Dialog";
import type { Client } from "../../client/connection/client.ts";
import type { Route } from "../../client/routes/route.ts";
import { createSearchNames } from "../search/search-names.ts";
import { parseSearch } from "../search/search-query.ts";
import { Overlay } from "../../base/ui/overlays/overlay.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useBufferedKeystrokes } from "../../hooks/interaction/keystroke-buffer.tsx";
import type { ScreenWithPages } from "../../hooks/screens/screen.ts";
import { words } from "../../base/words/index.ts";
import type { ShellActions } from "./palette-actions.tsx";
import { findEntries, type PaletteEntry } from "./palette-entries.ts";
import styles from "./palette.module.css";
import { usePaletteEntries } from "./use-palette-entries.ts";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { unreadSummary } from "../../client/replica/selectors/unread/unread.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { ChannelIcon } from "../../base/ui/channel-icon.tsx";
import { UnreadBadge } from "../../base/ui/unread-badge.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { normalizeForMatching } from "../../base/text/rank-matches.ts";

/** An entry of the palette: icon, name, note and unread count. */
function PaletteEntryRow({ entry, wanted }: { entry: PaletteEntry; wanted: string }) {
  return (
    <>
      <span className={styles["sign"]}>
        <EntryIcon entry={entry} />
      </span>
      <span className={styles["name"]} dir="auto">
        <HighlightedText text={entry.name} wanted={wanted} />
      </span>
      <small dir="auto">{entry.note}</small>
      <EntryCount entry={entry} />
    </>
  );
}

function EntryIcon({ entry: { kind, colour, isPrivate = false, personId, name } }: { entry: PaletteEntry }) {
  const picture = useClientState((state) =>
    personId === undefined ? null : peopleById(state).get(personId)?.avatar_url,
  );
  if (personId !== undefined) return <Avatar id={personId} name={name} url={picture} size={22} />;
  if (colour !== undefined) return <ChannelIcon colour={colour} isPrivate={isPrivate} />;
  if (kind === "action") return <Zap size={16} aria-hidden />;
  return kind === "page" ? <Settings size={16} aria-hidden /> : <CornerDownRight size={16} aria-hidden />;
}

/** A text with the matched part highlighted. */
function HighlightedText({ text, wanted }: { text: string; wanted: string }) {
  const looked = normalizeForMatching(wanted.trim());
  const at = looked === "" ? -1 : normalizeForMatching(text).indexOf(looked);
  // If removing the diacritics has changed the length of the text, the position of the match in the text is unknown.
  if (at < 0 || normalizeForMatching(text).length !== text.length) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + looked.length)}</mark>
      {text.slice(at + looked.length)}
    </>
  );
}

function EntryCount({ entry: { to } }: { entry: PaletteEntry }) {
  const unread = useClientState(unreadSummary);
  if (to === null) return null;
  if (to.kind === "channel") return <UnreadBadge count={unread.channels.get(to.channelId)?.count ?? 0} />;
  if (to.kind === "direct")
    return <UnreadBadge count={unread.directs.get(to.userIds.join(","))?.count ?? 0} isStrong />;
  if (to.kind === "topic") {
    return <UnreadBadge count={unread.topics.get(`${to.channelId} ${to.topic.toLowerCase()}`)?.count ?? 0} />;
  }
  return null;
}

const LIST = "palette-list";

interface PaletteProps extends ShellActions {
  readonly screens: readonly ScreenWithPages[];
  readonly onClose: () => void;
}

/**
 * The command palette, in which the user opens a conversation, user or page, or runs an action, by typing part of its
 * name.
 */
export function Palette({ screens, onClose, ...frame }: PaletteProps) {
  const { go } = useNavigator();
  const client = useClient();
  const [wanted, setWanted] = useState("");
  const [chosen, setChosen] = useState(0);
  const entries = usePaletteEntries(wanted, screens, frame);
  const found = useMemo(() => findEntries(entries, wanted), [entries, wanted]);
  const count = found.length + (wanted.trim() === "" ? 0 : 1);
  const open = (index: number) => {
    const entry = found[index];
    onClose();
    if (entry?.run) entry.run();
    else go(entry?.to ?? searchRoute(wanted, client));
  };
  const want = (text: string) => {
    setWanted(text);
    setChosen(0);
  };
  useBufferedKeystrokes(want);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = chosenAfter(event.key, chosen, count);
    const isEnter = event.key === "Enter" && count > 0 && !event.nativeEvent.isComposing;
    if (next !== chosen) setChosen(next);
    else if (isEnter) open(chosen);
    if (next !== chosen || isEnter) event.preventDefault();
  };
  return (
    <Window onClose={onClose}>
      <QueryField query={wanted} chosen={chosen} onQueryChange={want} onKeyDown={onKeyDown} />
      <div role="listbox" id={LIST} aria-label={words.palette.title} className={styles["list"]}>
        {found.map((entry, index) => (
          <Option key={entry.key} index={index} isChosen={index === chosen} onChoose={open}>
            <PaletteEntryRow entry={entry} wanted={wanted} />
          </Option>
        ))}
        {wanted.trim() !== "" && (
          <Option index={found.length} isChosen={chosen === found.length} onChoose={open}>
            <SearchRow text={wanted.trim()} />
          </Option>
        )}
      </div>
    </Window>
  );
}

interface QueryFieldProps {
  readonly query: string;
  readonly chosen: number;
  readonly onQueryChange: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const QueryField = ({ query, chosen, onQueryChange, onKeyDown }: QueryFieldProps) => (
  <input
    // The field is focused because the user opens the palette in order to type.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    autoFocus
    role="combobox"
    aria-expanded
    aria-controls={LIST}
    aria-activedescendant={`${LIST}-${chosen}`}
    aria-label={words.palette.title}
    placeholder={words.palette.placeholder}
    value={query}
    onChange={({ target }) => onQueryChange(target.value)}
    onKeyDown={onKeyDown}
  />
);

/** Returns the index of the selected entry after a key press. The selection wraps around at the ends of the list. */
function chosenAfter(key: string, chosen: number, count: number): number {
  if (count === 0) return chosen;
  if (key === "ArrowDown") return (chosen + 1) % count;
  return key === "ArrowUp" ? (chosen + count - 1) % count : chosen;
}

const searchRoute = (text: string, { state, me }: Client): Route => ({
  kind: "search",
  narrow: parseSearch(text, createSearchNames(state.get(), me)),
  near: null,
});

const Window = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <Overlay onClose={onClose} overlayClassName={styles["veil"]} windowClassName={styles["palette"]}>
    <Dialog aria-label={words.palette.title} className={styles["dialog"] ?? ""}>
      {children}
    </Dialog>
  </Overlay>
);

const SearchRow = ({ text }: { text: string }) => (
  <>
    <span className={styles["sign"]}>
      <Search size={16} aria-hidden />
    </span>
    <span className={styles["name"]}>{words.palette.search(text)}</span>
  </>
);

interface OptionProps {
  readonly index: number;
  readonly isChosen: boolean;
  readonly onChoose: (index: number) => void;
  readonly children: ReactNode;
}

const Option = ({ index, isChosen, onChoose, children }: OptionProps) => (
  // Key presses are handled by the text field, because the focus stays there.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
  <div
    id={`${LIST}-${index}`}
    role="option"
    tabIndex={-1}
    aria-selected={isChosen}
    className={styles["option"]}
    onClick={() => onChoose(index)}
  >
    {children}
  </div>
);
