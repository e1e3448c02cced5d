import { useState, type KeyboardEvent } from "react";
import { words } from "../../../base/words/index.ts";
import completionStyles from "../completion/completion-list.module.css";
import styles from "../composer.module.css";

/** An entry of the suggestion list. */
export interface Suggestion {
  readonly key: string;
  readonly text: string;
  readonly note: string;
}

interface SuggestionFieldProps<S extends Suggestion> {
  readonly id: string;
  readonly label: string;
  /** Default: the label. */
  readonly placeholder?: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
  readonly suggestions: readonly S[];
  readonly onChoose: (suggestion: S) => void;
  /** Whether the user may enter text that matches no suggestion. No suggestion is then selected at first. */
  readonly allowsCustomValue?: boolean;
  /** Called when the user presses Enter while no suggestion is selected. */
  readonly onEnter?: () => void;
  readonly onEscape?: (() => void) | undefined;
  readonly maxLength?: number | undefined;
  readonly isFocused?: boolean;
}

/** A text field with suggestions above it. Keys select a suggestion while the focus stays in the field. */
export function SuggestionField<S extends Suggestion>(props: SuggestionFieldProps<S>) {
  const { id, label, placeholder = label, value, onInput, suggestions, onChoose } = props;
  const { allowsCustomValue = false, maxLength, isFocused = false } = props;
  const [isHere, setHere] = useState(false);
  const first = allowsCustomValue ? -1 : 0;
  const [chosen, setChosen] = useState(first);
  const shown = isHere ? suggestions : [];
  const at = Math.min(chosen, shown.length - 1);
  const choose = (suggestion: S) => {
    setChosen(first);
    if (allowsCustomValue) setHere(false);
    onChoose(suggestion);
  };
  const onKeyDown = keyHandlers({ ...props, shown, at, first, go: setChosen, choose, hide: () => setHere(false) });
  return (
    <span className={styles["chooser"]}>
      <input
        // Focusing the field automatically is fine here: it appears only after the user has chosen to write a message.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFocused}
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        aria-label={label}
        placeholder={placeholder}
        className={styles["topic"]}
        value={value}
        maxLength={maxLength}
        autoComplete="off"
        dir="auto"
        onFocus={() => setHere(true)}
        onBlur={() => setHere(false)}
        onChange={({ target }) => {
          setHere(true);
          setChosen(first);
          onInput(target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <Suggestions id={id} suggestions={shown} at={at} onChoose={choose} />
    </span>
  );
}

interface KeyContext<S extends Suggestion> extends SuggestionFieldProps<S> {
  readonly shown: readonly S[];
  readonly at: number;
  readonly first: number;
  readonly go: (index: number) => void;
  readonly choose: (suggestion: S) => void;
  readonly hide: () => void;
}

const keyHandlers =
  <S extends Suggestion>(situation: KeyContext<S>) =>
  (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const act = arrowKeyHandlers(situation)[event.key] ?? enterKeyHandlers(situation, event.shiftKey)[event.key];
    if (!act) return;
    act();
    event.preventDefault();
  };

type KeyHandlers = Readonly<Record<string, (() => void) | undefined>>;

/** Returns the handlers of the arrow keys, which move the selection and wrap around at the ends of the list. */
function arrowKeyHandlers<S extends Suggestion>({
  shown: { length: count },
  at,
  first,
  go,
}: KeyContext<S>): KeyHandlers {
  if (count === 0) return {};
  return {
    ArrowDown: () => go(at + 1 < count ? at + 1 : Math.max(first, 0)),
    ArrowUp: () => go(at > 0 ? at - 1 : count - 1),
  };
}

function enterKeyHandlers<S extends Suggestion>(situation: KeyContext<S>, isBack: boolean): KeyHandlers {
  const { shown, at, choose, hide, onEscape, onEnter, allowsCustomValue, value } = situation;
  const chosen = shown[at];
  const accept = chosen && (() => choose(chosen));
  return {
    Enter: accept ?? (() => onEnter?.()),
    Tab: value === "" || isBack ? undefined : accept,
    Escape: allowsCustomValue && shown.length > 0 ? hide : onEscape,
  };
}

interface SuggestionsProps<S extends Suggestion> {
  readonly id: string;
  readonly suggestions: readonly S[];
  readonly at: number;
  readonly onChoose: (suggestion: S) => void;
}

function Suggestions<S extends Suggestion>({ id, suggestions, at, onChoose }: SuggestionsProps<S>) {
  if (suggestions.length === 0) return null;
  return (
    <div id={id} role="listbox" aria-label={words.composer.suggestions} className={completionStyles["list"]}>
      {suggestions.map((suggestion, index) => (
        // Key presses are handled by the text field, because the focus stays there.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={suggestion.key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={completionStyles["option"]}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          <span className={completionStyles["text"]} dir="auto">
            {suggestion.text}
          </span>
          <small dir="auto">{suggestion.note}</small>
        </div>
      ))}
    </div>
  );
}
