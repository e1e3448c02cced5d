import { peopleById } from "../replica/selectors/by-id.ts";
import { presenceOf } from "../replica/selectors/presence.ts";
import { Avatar } from "../ui/avatar.tsx";
import { useClient } from "../view/client-context.tsx";
import { PlaceLink } from "../view/place-link.tsx";
import { useNow } from "../view/use-now.ts";
import { useKnown } from "../view/use-store.ts";
import styles from "./sidebar.module.css";

/** Who one is here, and what others see of it. */
export function Me() {
  const { me } = useClient();
  const now = useNow();
  const person = useKnown((state) => peopleById(state).get(me));
  const status = useKnown((state) => state.user_status?.[me]);
  const presence = useKnown((state) => presenceOf(state, me, now));
  if (!person) return null;
  return (
    <PlaceLink to={{ kind: "page", path: ["settings", "account"] }} className={styles["me"]}>
      <Avatar id={me} name={person.full_name} url={person.avatar_url} size={28} presence={presence} />
      <span className={styles["meWords"]} dir="auto">
        {person.full_name}
        {status?.status_text !== undefined && status.status_text !== "" && <small>{status.status_text}</small>}
      </span>
    </PlaceLink>
  );
}
