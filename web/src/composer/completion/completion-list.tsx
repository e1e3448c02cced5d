import { words } from "../../words/index.ts";
import styles from "./completion-list.module.css";
import type { Completion } from "./use-completion.ts";

/** Names the list for the field that it completes. */
export const LIST_ID = "composer-suggestions";
export const optionId = (index: number): string => `${LIST_ID}-${index}`;

/** What could be meant, above the field. The focus stays in the field. */
export function CompletionList({ completion: { offer, choose } }: { completion: Completion }) {
  if (!offer) return null;
  return (
    <div id={LIST_ID} role="listbox" aria-label={words.composer.suggestions} className={styles["list"]}>
      {offer.options.map((option, index) => (
        // Keys choose in the field, which has the focus.
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
            {option.picture === undefined ? option.sign : <img src={option.picture} alt="" />}
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
