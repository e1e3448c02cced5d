import { Search } from "lucide-react";
import { useMemo, useState, type KeyboardEvent, type ReactNode } from "react";
import { Dialog } from "react-aria-components/Dialog";
import type { Client } from "../../client/connection/client.ts";
import type { Place } from "../../client/routes/route.ts";
import { namesIn } from "../search/search-names.ts";
import { readSearch } from "../search/search-query.ts";
import { Veil } from "../../base/ui/overlays/overlay.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useTypedAhead } from "../../hooks/interaction/keystroke-buffer.tsx";
import { words } from "../../base/words/index.ts";
import type { FrameActs } from "./palette-actions.tsx";
import { EntryLine } from "./entry-line.tsx";
import { findEntries } from "./palette-entries.ts";
import styles from "./palette.module.css";
import { useEntries } from "./use-palette-entries.ts";

const LIST = "palette-list";

/** Goes anywhere by a few letters. */
export function Palette({ onClose, ...frame }: { onClose: () => void } & FrameActs) {
  const { go } = useNavigator();
  const client = useClient();
  const [wanted, setWanted] = useState("");
  const [chosen, setChosen] = useState(0);
  const entries = useEntries(wanted, frame);
  const found = useMemo(() => findEntries(entries, wanted), [entries, wanted]);
  const count = found.length + (wanted.trim() === "" ? 0 : 1);
  const open = (index: number) => {
    const entry = found[index];
    onClose();
    if (entry?.run) entry.run();
    else go(entry?.to ?? searchFor(wanted, client));
  };
  const want = (text: string) => {
    setWanted(text);
    setChosen(0);
  };
  useTypedAhead(want);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = chosenAfter(event.key, chosen, count);
    const isEnter = event.key === "Enter" && count > 0 && !event.nativeEvent.isComposing;
    if (next !== chosen) setChosen(next);
    else if (isEnter) open(chosen);
    if (next !== chosen || isEnter) event.preventDefault();
  };
  return (
    <Window onClose={onClose}>
      <WantedField wanted={wanted} chosen={chosen} onWant={want} onKeyDown={onKeyDown} />
      <div role="listbox" id={LIST} aria-label={words.palette.title} className={styles["list"]}>
        {found.map((entry, index) => (
          <Option key={entry.key} index={index} isChosen={index === chosen} onChoose={open}>
            <EntryLine entry={entry} wanted={wanted} />
          </Option>
        ))}
        {wanted.trim() !== "" && (
          <Option index={found.length} isChosen={chosen === found.length} onChoose={open}>
            <SearchLine text={wanted.trim()} />
          </Option>
        )}
      </div>
    </Window>
  );
}

interface WantedFieldProps {
  readonly wanted: string;
  readonly chosen: number;
  readonly onWant: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const WantedField = ({ wanted, chosen, onWant, onKeyDown }: WantedFieldProps) => (
  <input
    // It opens to be written into.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    autoFocus
    role="combobox"
    aria-expanded
    aria-controls={LIST}
    aria-activedescendant={`${LIST}-${chosen}`}
    aria-label={words.palette.title}
    placeholder={words.palette.placeholder}
    value={wanted}
    onChange={({ target }) => onWant(target.value)}
    onKeyDown={onKeyDown}
  />
);

/** Which of so many options is chosen after a key, around the ends. */
function chosenAfter(key: string, chosen: number, count: number): number {
  if (count === 0) return chosen;
  if (key === "ArrowDown") return (chosen + 1) % count;
  return key === "ArrowUp" ? (chosen + count - 1) % count : chosen;
}

const searchFor = (text: string, { state, me }: Client): Place => ({
  kind: "search",
  narrow: readSearch(text, namesIn(state.get(), me)),
  near: null,
});

const Window = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <Veil onClose={onClose} veil={styles["veil"]} window={styles["palette"]}>
    <Dialog aria-label={words.palette.title} className={styles["dialog"] ?? ""}>
      {children}
    </Dialog>
  </Veil>
);

const SearchLine = ({ text }: { text: string }) => (
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
  // Keys choose in the field, which has the focus.
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
