import { words } from "../../../base/words/index.ts";
import styles from "./completion-list.module.css";
import { peopleById } from "../../../client/replica/selectors/entities-by-id.ts";
import { Avatar } from "../../../base/ui/avatar.tsx";
import { useClientState } from "../../../hooks/use-store.ts";
import type { CompletionOption } from "./completion-options.ts";
import { type Completion, LIST_ID, optionId } from "./use-completion.ts";

/** The list of suggestions above the text field. The focus stays in the field while the list is open. */
export function CompletionList({ completion: { offer, choose } }: { completion: Completion }) {
  if (!offer) return null;
  return (
    <div id={LIST_ID} role="listbox" aria-label={words.composer.suggestions} className={styles["list"]}>
      {offer.options.map((option, index) => (
        // Key presses are handled by the text field, because the focus stays there.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={option.key}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === offer.chosen}
          className={styles["option"]}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(option)}
        >
          <span className={styles["sign"]}>
            <OptionIcon option={option} />
          </span>
          <span className={styles["text"]} dir="auto">
            {option.text}
          </span>
          {option.note !== undefined && <small dir="auto">{option.note}</small>}
        </div>
      ))}
    </div>
  );
}

function OptionIcon({ option: { personId, picture, icon, text } }: { option: CompletionOption }) {
  const person = useClientState((state) => (personId === undefined ? undefined : peopleById(state).get(personId)));
  if (person) return <Avatar id={person.user_id} name={text} url={person.avatar_url} size={22} />;
  return picture === undefined ? icon : <img src={picture} alt="" />;
}
