import { Button } from "react-aria-components/Button";
import type { Reaction } from "@parlance/contract/entities/message.ts";
import { setReaction } from "../../../client/actions/messages/set-reaction.ts";
import { EmojiButton } from "../../emoji/emoji-button.tsx";
import { EmojiGlyph } from "../../emoji/emoji-glyph.tsx";
import type { KnownMessage } from "../../../client/replica/messages/messages.ts";
import { peopleById } from "../../../client/replica/selectors/entities-by-id.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { checkOutcome } from "../../../hooks/check-outcome.ts";
import styles from "./message.module.css";

/** Maximum number of names in the tooltip of a reaction. */
const MAX_NAMED_USERS = 12;

/** The reactions to a message. Pressing a reaction adds or removes the user's own reaction with that emoji. */
export function Reactions({ message }: { message: KnownMessage }) {
  const client = useClient();
  if (message.reactions.length === 0) return null;
  const byEmoji = Map.groupBy(message.reactions, ({ reaction_type, emoji_code }) => `${reaction_type} ${emoji_code}`);
  return (
    <div className={styles["reactions"]}>
      {[...byEmoji].map(([key, reactions]) => (
        <ReactionButton key={key} messageId={message.id} reactions={reactions} />
      ))}
      <EmojiButton
        label={words.message.react}
        onChoose={(emoji) => void setReaction(client, message.id, emoji, true).then(checkOutcome)}
      />
    </div>
  );
}

function ReactionButton({ messageId, reactions }: { messageId: number; reactions: readonly Reaction[] }) {
  const client = useClient();
  const people = useClientState(peopleById);
  const [one] = reactions;
  if (!one) return null;
  const isMine = reactions.some(({ user_id }) => user_id === client.me);
  const names = reactions
    .slice(0, MAX_NAMED_USERS)
    .map(({ user_id }) =>
      user_id === client.me ? words.message.you : (people.get(user_id)?.full_name ?? words.shell.unknownPerson),
    );
  const all =
    reactions.length > MAX_NAMED_USERS ? [...names, words.message.andMore(reactions.length - MAX_NAMED_USERS)] : names;
  const name = words.message.reactionBy(one.emoji_name.replaceAll("_", " "), all);
  return (
    <Button
      data-tip={name}
      className={`${styles["reaction"]} ${isMine ? styles["mine"] : ""}`}
      onPress={() => void setReaction(client, messageId, one, !isMine).then(checkOutcome)}
    >
      <span aria-hidden="true">
        <EmojiGlyph emoji={one} />
        <b>{reactions.length}</b>
      </span>
      <span className="unseen">{name}</span>
    </Button>
  );
}
