import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import type { SearchOption } from "./search-suggestions.ts";
import styles from "./search-field.module.css";

/** Names the list for the field that it completes. */
export const SEARCH_LIST = "search-suggestions";
export const optionId = (index: number): string => `${SEARCH_LIST}-${index}`;

interface SearchOptionsProps {
  readonly options: readonly SearchOption[];
  /** Null: none so far. */
  readonly chosen: number | null;
  readonly choose: (option: SearchOption) => void;
}

/** The ways to go on with a search. The focus stays in the field. */
export function SearchOptions({ options, chosen, choose }: SearchOptionsProps) {
  if (options.length === 0) return null;
  return (
    <div id={SEARCH_LIST} role="listbox" aria-label={words.search.suggestions} className={styles["list"]}>
      {options.map((option, index) => (
        // Keys choose in the field, which has the focus.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={option.key}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={styles["option"]}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(option)}
        >
          <Face personId={option.personId} />
          <span dir="auto">{option.text}</span>
          <small dir="auto">{option.note}</small>
        </div>
      ))}
    </div>
  );
}

function Face({ personId }: { personId: number | undefined }) {
  const person = useKnown((state) => (personId === undefined ? undefined : peopleById(state).get(personId)));
  return person ? <Avatar id={person.user_id} name={person.full_name} url={person.avatar_url} size={22} /> : null;
}
