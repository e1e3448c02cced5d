import type { MessagesPlace } from "../../client/routes/route.ts";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { topicKey } from "../../client/replica/selectors/channels/topics.ts";
import { directKey } from "../../client/replica/selectors/unread/unread.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useKnown, useSelected } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
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
