import { useMemo, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { VList, type VListHandle } from "virtua";
import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { isTouch } from "../../base/ui/is-touch.ts";
import { words } from "../../base/words/index.ts";
import { emojiSections, searchEmoji } from "./emoji-catalog.ts";
import styles from "./emoji-picker.module.css";
import { EmojiGlyph } from "./emoji-glyph.tsx";
import { recordEmojiUse, frequentEmoji } from "./frequent-emoji.ts";
import { COLUMNS, type EmojiRow, indexAfterKey, emojiRows, TOUCH_COLUMNS } from "./emoji-rows.ts";

const ARROW_KEYS: ReadonlySet<string> = new Set(["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]);

const optionId = (index: number) => `emoji-${index}`;

/**
 * The emoji picker: shows all emoji, and finds them by name. While the search field has the focus, the arrow keys
 * select an emoji and Enter chooses it.
 */
export function EmojiPicker({ onChoose }: { onChoose: (emoji: EmojiReference) => void }) {
  const list = useRef<VListHandle>(null);
  const { wanted, look, rows, at, step } = useEmojiSelection(list);
  const current = emojiAt(rows, at);
  const choose = (emoji: EmojiReference | undefined) => {
    if (!emoji) return;
    recordEmojiUse(emoji);
    onChoose(emoji);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    // If the field contains text, the left and right arrow keys move the caret.
    if (ARROW_KEYS.has(event.key) && (wanted === "" || event.key === "ArrowUp" || event.key === "ArrowDown")) {
      step(event.key);
    } else if (event.key === "Enter") choose(current);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles["picker"]}>
      <input
        // The field is focused because the user opens the picker to search. On touch devices it is not, because the
        // on-screen keyboard would cover most of the emoji.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={!isTouch()}
        role="combobox"
        aria-expanded
        aria-controls="emoji"
        aria-activedescendant={current ? optionId(at) : undefined}
        aria-label={words.emoji.find}
        placeholder={words.emoji.find}
        value={wanted}
        autoComplete="off"
        onChange={({ target }) => look(target.value)}
        onKeyDown={onKeyDown}
      />
      <div id="emoji" role="listbox" aria-label={words.emoji.choose} className={styles["list"]}>
        {rows.length === 0 && <p className={styles["none"]}>{words.emoji.none}</p>}
        <VList ref={list} data={rows}>
          {(row) => <Row key={row.kind === "title" ? row.title : row.first} row={row} at={at} onChoose={choose} />}
        </VList>
      </div>
      <p className={styles["name"]} aria-hidden>
        {current && `:${current.emoji_name}:`}
      </p>
    </div>
  );
}

/** Returns the search text, the emoji that match it, and the selected emoji. */
function useEmojiSelection(list: RefObject<VListHandle | null>) {
  const { state } = useClient();
  const [wanted, setWanted] = useState("");
  const [at, setAt] = useState(0);
  // `often`, the frequently used emoji, is determined once, so that they do not move while the picker is open.
  const columns = isTouch() ? TOUCH_COLUMNS : COLUMNS;
  const [often] = useState(() => frequentEmoji(state.get(), columns));
  const rows = useMemo(() => {
    const known = state.get();
    const sections = wanted === "" ? emojiSections(known, often) : [{ title: "", emoji: searchEmoji(known, wanted) }];
    return emojiRows(sections, columns);
  }, [state, wanted, often, columns]);
  const look = (text: string) => {
    setWanted(text);
    setAt(0);
  };
  const step = (key: string) => {
    const next = indexAfterKey(rows, at, key);
    setAt(next);
    list.current?.scrollToIndex(rowOf(rows, next), { align: "nearest" });
  };
  return { wanted, look, rows, at, step };
}

interface RowProps {
  readonly row: EmojiRow;
  readonly at: number;
  readonly onChoose: (emoji: EmojiReference) => void;
}

function Row({ row, at, onChoose }: RowProps) {
  if (row.kind === "title") {
    return (
      <p role="presentation" className={styles["title"]}>
        {row.title}
      </p>
    );
  }
  return (
    <div role="presentation" className={styles["row"]}>
      {row.emoji.map((emoji, index) => (
        // Key presses are handled by the search field, because the focus stays there.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={`${emoji.reaction_type} ${emoji.emoji_code}`}
          id={optionId(row.first + index)}
          role="option"
          tabIndex={-1}
          aria-selected={row.first + index === at}
          aria-label={emoji.emoji_name.replaceAll("_", " ")}
          title={`:${emoji.emoji_name}:`}
          className={styles["emoji"]}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(emoji)}
        >
          <EmojiGlyph emoji={emoji} isPicture />
        </div>
      ))}
    </div>
  );
}

function emojiAt(rows: readonly EmojiRow[], at: number): EmojiReference | undefined {
  const row = rows[rowOf(rows, at)];
  return row?.kind === "emoji" ? row.emoji[at - row.first] : undefined;
}

const rowOf = (rows: readonly EmojiRow[], at: number): number =>
  rows.findIndex((row) => row.kind === "emoji" && at >= row.first && at < row.first + row.emoji.length);
