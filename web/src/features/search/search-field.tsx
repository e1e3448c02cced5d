import { Search, X } from "lucide-react";
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject, useMemo } from "react";
import type { MessagesRoute } from "../../client/routes/route.ts";
import { narrowOf } from "../../client/routes/route.ts";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useBufferedKeystrokes } from "../../hooks/interaction/keystroke-buffer.tsx";
import { words } from "../../base/words/index.ts";
import { createSearchNames } from "./search-names.ts";
import { type SearchSuggestion, findSearchSuggestions } from "./search-suggestions.ts";
import styles from "./search-field.module.css";
import { parseSearch, formatSearch, parseSearchTokens } from "./search-query.ts";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { useClientState, useStore } from "../../hooks/use-store.ts";
import { constantStore } from "../../client/stores/writable-store.ts";
import type { KnownTopic } from "../../client/replica/channel-topics.ts";

/**
 * Returns the suggestions for a search. Loads the topics of a channel if the search contains a topic term and names a
 * channel.
 */
function useSearchSuggestions(text: string, caret: number, isOpen: boolean): readonly SearchSuggestion[] {
  const { state, topics, me } = useClient();
  const channelId = useMemo(() => {
    const parts = parseSearchTokens(text);
    const channel = parts.find(({ operator }) => operator === "channel");
    const needsTopics = isOpen && channel && parts.some(({ operator }) => operator === "topic");
    return needsTopics ? createSearchNames(state.get(), me).channelId(channel.value) : undefined;
  }, [text, isOpen, state, me]);
  const known = useStore(channelId === undefined ? NO_TOPICS : topics.topicsOf(channelId));
  return useMemo(() => {
    if (!isOpen) return [];
    const all = state.get();
    return findSearchSuggestions({ text, caret, state: all, names: createSearchNames(all, me), topicsOf: () => known });
  }, [text, caret, isOpen, state, me, known]);
}

const NO_TOPICS = constantStore<readonly KnownTopic[] | null>(null);

/** DOM id of the suggestion list. The search field refers to it for screen readers. */
const SEARCH_LIST_ID = "search-suggestions";
const suggestionId = (index: number): string => `${SEARCH_LIST_ID}-${index}`;

interface SearchSuggestionsProps {
  readonly options: readonly SearchSuggestion[];
  /** Index of the selected suggestion. Null if none is selected. */
  readonly chosen: number | null;
  readonly choose: (option: SearchSuggestion) => void;
}

/** The list of search suggestions. The focus stays in the search field while the list is open. */
function SearchSuggestions({ options, chosen, choose }: SearchSuggestionsProps) {
  if (options.length === 0) return null;
  return (
    <div id={SEARCH_LIST_ID} role="listbox" aria-label={words.search.suggestions} className={styles["list"]}>
      {options.map((option, index) => (
        // Key presses are handled by the search field, because the focus stays there.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={option.key}
          id={suggestionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={styles["option"]}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(option)}
        >
          <SuggestionAvatar personId={option.personId} />
          <span dir="auto">{option.text}</span>
          <small dir="auto">{option.note}</small>
        </div>
      ))}
    </div>
  );
}

function SuggestionAvatar({ personId }: { personId: number | undefined }) {
  const person = useClientState((state) => (personId === undefined ? undefined : peopleById(state).get(personId)));
  return person ? <Avatar id={person.user_id} name={person.full_name} url={person.avatar_url} size={22} /> : null;
}

interface SearchFieldProps {
  /** The current view. Its narrow is the text of the search field at first. */
  readonly route: MessagesRoute;
  /** Whether the user has just opened the search. The field then receives the focus. */
  readonly shouldFocus: boolean;
  readonly onStop: () => void;
}

/** The search field. Shows suggestions while the user types. */
export function SearchField({ route, shouldFocus, onStop }: SearchFieldProps) {
  const { state, me } = useClient();
  const { go } = useNavigator();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => {
    const written = formatSearch(narrowOf(route), createSearchNames(state.get(), me));
    return shouldFocus && written !== "" ? `${written} ` : written;
  });
  const search = () => {
    const narrow = parseSearch(text, createSearchNames(state.get(), me));
    if (narrow.length === 0) return;
    go({ kind: "search", narrow, near: null });
    field.current?.blur();
  };
  const completing = useSearchCompletion(text, setText, field);
  useBufferedKeystrokes(completing.append);
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
      <SearchInput field={field} text={text} shouldFocus={shouldFocus} completing={completing} onKeyDown={onKeyDown} />
      <IconButton label={words.search.stop} onPress={onStop}>
        <X size={17} aria-hidden />
      </IconButton>
      <SearchSuggestions {...completing} />
    </search>
  );
}

interface SearchInputProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly shouldFocus: boolean;
  readonly completing: ReturnType<typeof useSearchCompletion>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const SearchInput = ({ field, text, shouldFocus, completing, onKeyDown }: SearchInputProps) => (
  <input
    ref={field}
    // The field is focused because the user has just opened the search.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    autoFocus={shouldFocus}
    role="combobox"
    aria-expanded={completing.isOpen}
    aria-controls={SEARCH_LIST_ID}
    aria-activedescendant={completing.chosen === null ? undefined : suggestionId(completing.chosen)}
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

/**
 * Returns the state of the suggestion list, and functions that insert a suggestion into the text. Enter starts the
 * search unless a suggestion is selected.
 */
function useSearchCompletion(text: string, setText: (text: string) => void, field: RefObject<HTMLInputElement | null>) {
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  const options = useSearchSuggestions(text, caret ?? 0, caret !== null);
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
  const choose = ({ insert, start }: SearchSuggestion) => {
    const at = start + insert.length;
    setAll(`${text.slice(0, start)}${insert}${text.slice(caret ?? text.length).trimStart()}`, at);
  };
  const append = (more: string) => setAll(text + more, text.length + more.length);
  // The caret is set in a layout effect. In a normal effect, it could be set after the user has already typed more.
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
