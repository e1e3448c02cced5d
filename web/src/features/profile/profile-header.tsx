import type { User } from "@parlance/contract/entities/user.ts";
import { EmojiGlyph } from "../emoji/emoji-glyph.tsx";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { lastActiveAt, userPresence } from "../../client/replica/selectors/users/presence.ts";
import { userStatus } from "../../client/replica/selectors/users/user-status.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { useNow } from "../../hooks/use-now.ts";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { ago } from "../../base/words/en/times.ts";
import styles from "./profile.module.css";

/** Header of a profile: avatar, name, presence and status. */
export function ProfileHeader({ person, size }: { person: User; size: number }) {
  const { user_id, full_name, avatar_url } = person;
  const now = useNow();
  const presence = useClientState((state) => (person.is_bot ? null : userPresence(state, user_id, now)));
  const status = useClientState((state) => userStatus(state, user_id));
  return (
    <header className={styles["head"]}>
      <Avatar id={user_id} name={full_name} url={avatar_url} size={size} presence={presence} />
      <div className={styles["words"]}>
        <b dir="auto">{full_name}</b>
        <small>
          <PresenceText person={person} />
        </small>
        {status && (
          <p className={styles["status"]} dir="auto">
            {status.emoji && <EmojiGlyph emoji={status.emoji} />} {status.text}
          </p>
        )}
      </div>
    </header>
  );
}

/**
 * A user's presence or, if the user is offline, the time when the user was last active. For a bot, the name of its
 * owner; for a deactivated user, a note about this.
 */
function PresenceText({ person: { user_id, is_bot, is_active, bot_owner_id } }: { person: User }) {
  const now = useNow();
  const presence = useClientState((state) => userPresence(state, user_id, now));
  const seen = useClientState((state) => lastActiveAt(state, user_id));
  const owner = useClientState((state) => peopleById(state).get(bot_owner_id ?? 0)?.full_name);
  if (!is_active) return words.people.deactivated;
  if (is_bot) return owner === undefined ? words.people.bot : words.people.botOf(owner);
  if (presence !== null) return words.people[presence];
  return seen === null ? words.people.neverHere : words.people.lastHere(ago(seen, now));
}
