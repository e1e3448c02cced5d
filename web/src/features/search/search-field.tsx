import { Search, X } from "lucide-react";
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import type { MessagesPlace } from "../../client/routes/route.ts";
import { narrowOf } from "../../client/routes/route.ts";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useTypedAhead } from "../../hooks/interaction/keystroke-buffer.tsx";
import { words } from "../../base/words/index.ts";
import { namesIn } from "./search-names.ts";
import type { SearchOption } from "./search-suggestions.ts";
import { optionId, SEARCH_LIST, SearchOptions } from "./search-options.tsx";
import styles from "./search-field.module.css";
import { useSearchOptions } from "./use-search-options.ts";
import { readSearch, writeSearch } from "./search-query.ts";

interface SearchFieldProps {
  /** What is in view: what the search begins with. */
  readonly place: MessagesPlace;
  /** Whether somebody has just asked for it, to write. */
  readonly isAsked: boolean;
  readonly onStop: () => void;
}

/** A search to write, completed while one writes it. */
export function SearchField({ place, isAsked, onStop }: SearchFieldProps) {
  const { state, me } = useClient();
  const { go } = useNavigator();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => {
    const written = writeSearch(narrowOf(place), namesIn(state.get(), me));
    return isAsked && written !== "" ? `${written} ` : written;
  });
  const search = () => {
    const narrow = readSearch(text, namesIn(state.get(), me));
    if (narrow.length === 0) return;
    go({ kind: "search", narrow, near: null });
    field.current?.blur();
  };
  const completing = useCompleting(text, setText, field);
  useTypedAhead(completing.append);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || completing.onKeyDown(event)) return;
    if (event.key === "Enter") search();
    else if (event.key === "Escape") onStop();
    else return;
    event.preventDefault();
  };
  return (
    <search className={styles["search"]}>
      <Search size={17} aria-hidden />
      <SearchInput field={field} text={text} isAsked={isAsked} completing={completing} onKeyDown={onKeyDown} />
      <IconButton label={words.search.stop} onPress={onStop}>
        <X size={17} aria-hidden />
      </IconButton>
      <SearchOptions {...completing} />
    </search>
  );
}

interface SearchInputProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly isAsked: boolean;
  readonly completing: ReturnType<typeof useCompleting>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const SearchInput = ({ field, text, isAsked, completing, onKeyDown }: SearchInputProps) => (
  <input
    ref={field}
    // Whoever asks to search writes here next.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    autoFocus={isAsked}
    role="combobox"
    aria-expanded={completing.isOpen}
    aria-controls={SEARCH_LIST}
    aria-activedescendant={completing.chosen === null ? undefined : optionId(completing.chosen)}
    aria-label={words.search.label}
    placeholder={words.search.placeholder}
    value={text}
    dir="auto"
    autoComplete="off"
    onChange={({ target }) => completing.write(target.value)}
    onSelect={({ currentTarget }) => completing.look(currentTarget.selectionStart ?? 0)}
    onBlur={completing.close}
    onKeyDown={onKeyDown}
  />
);

/** The list of ways to go on: which is chosen, and what becomes of the text. Until somebody chooses one, Enter searches. */
function useCompleting(text: string, setText: (text: string) => void, field: RefObject<HTMLInputElement | null>) {
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  const options = useSearchOptions(text, caret ?? 0, caret !== null);
  const close = () => {
    setCaret(null);
    setChosen(null);
  };
  const look = (at: number) => {
    if (at === caret) return;
    setCaret(at);
    setChosen(null);
  };
  const setAll = (written: string, at: number) => {
    setText(written);
    setChosen(null);
    setCaret(at);
    wanted.current = at;
  };
  const choose = ({ insert, start }: SearchOption) => {
    const at = start + insert.length;
    setAll(`${text.slice(0, start)}${insert}${text.slice(caret ?? text.length).trimStart()}`, at);
  };
  const append = (more: string) => setAll(text + more, text.length + more.length);
  // Before anybody can write on: later, it would take the caret away from where they are by then.
  useLayoutEffect(() => {
    if (wanted.current !== null) field.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = null;
  }, [field, text]);
  const write = (written: string) => {
    setText(written);
    look(field.current?.selectionStart ?? written.length);
  };
  const count = options.length;
  const isOpen = count > 0;
  const onKeyDown = ({ key }: KeyboardEvent): boolean => {
    const option = options[chosen ?? (key === "Tab" ? 0 : -1)];
    if (!isOpen) return false;
    if (key === "ArrowDown") setChosen(chosen === null ? 0 : (chosen + 1) % count);
    else if (key === "ArrowUp") setChosen(((chosen ?? count) + count - 1) % count);
    else if (option && (key === "Enter" || (key === "Tab" && text.trim() !== ""))) choose(option);
    else if (key === "Escape") close();
    else return false;
    return true;
  };
  return { options, chosen, isOpen, choose, look, write, append, close, onKeyDown };
}
