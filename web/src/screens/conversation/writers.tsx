import type { MessagesPlace } from "../../places/place.ts";
import { peopleById } from "../../replica/selectors/by-id.ts";
import { topicKey } from "../../replica/selectors/topics.ts";
import { directKey } from "../../replica/selectors/unread.ts";
import { useClient } from "../../view/client-context.tsx";
import { useKnown, useSelected } from "../../view/use-store.ts";
import { words } from "../../words/index.ts";
import styles from "./conversation.module.css";

/** Who is writing in the conversation in view. */
export function Writers({ place }: { place: MessagesPlace }) {
  const { writers } = useClient();
  const key = keyOf(place);
  const there = useSelected(writers, (all) => (key === null ? undefined : all.get(key)));
  const people = useKnown(peopleById);
  const isWanted = useKnown((state) => state.user_settings?.receives_typing_notifications ?? true);
  const names = isWanted ? [...(there ?? [])].flatMap((id) => people.get(id)?.full_name ?? []) : [];
  return (
    <p className={styles["writers"]} aria-live="polite">
      {names.length > 0 && (
        <>
          <span className={styles["dots"]} aria-hidden>
            <i />
            <i />
            <i />
          </span>
          {words.conversation.writing(names)}
        </>
      )}
    </p>
  );
}

function keyOf(place: MessagesPlace): string | null {
  if (place.kind === "topic") return topicKey(place.channelId, place.topic);
  return place.kind === "direct" ? directKey(place.userIds) : null;
}
