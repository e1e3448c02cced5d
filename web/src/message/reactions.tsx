import { Button } from "react-aria-components/Button";
import type { Reaction } from "@parlance/contract/entities/message.ts";
import { react } from "../actions/react.ts";
import { emojiOf } from "../replica/emoji.ts";
import type { KnownMessage } from "../replica/messages.ts";
import { peopleById } from "../replica/selectors/by-id.ts";
import { Tip } from "../ui/tip.tsx";
import { useClient } from "../view/client-context.tsx";
import { useKnown } from "../view/use-store.ts";
import { words } from "../words/index.ts";
import { told } from "./told.ts";
import styles from "./message.module.css";

/** So many names a reaction tells. */
const NAMED = 12;

/** What people feel about a message; a press adds one's own, or takes it back. */
export function Reactions({ message }: { message: KnownMessage }) {
  if (message.reactions.length === 0) return null;
  const byEmoji = Map.groupBy(message.reactions, ({ reaction_type, emoji_code }) => `${reaction_type} ${emoji_code}`);
  return (
    <div className={styles["reactions"]}>
      {[...byEmoji].map(([key, reactions]) => (
        <ReactionButton key={key} messageId={message.id} reactions={reactions} />
      ))}
    </div>
  );
}

function ReactionButton({ messageId, reactions }: { messageId: number; reactions: readonly Reaction[] }) {
  const client = useClient();
  const people = useKnown(peopleById);
  const [one] = reactions;
  if (!one) return null;
  const isMine = reactions.some(({ user_id }) => user_id === client.me);
  const names = reactions
    .slice(0, NAMED)
    .map(({ user_id }) =>
      user_id === client.me ? words.message.you : (people.get(user_id)?.full_name ?? words.shell.unknownPerson),
    );
  const all = reactions.length > NAMED ? [...names, words.message.andMore(reactions.length - NAMED)] : names;
  const name = words.message.reactionBy(one.emoji_name.replaceAll("_", " "), all);
  return (
    <Tip text={name}>
      <Button
        aria-label={name}
        className={`${styles["reaction"]} ${isMine ? styles["mine"] : ""}`}
        onPress={() => void react(client, messageId, one, !isMine).then(told)}
      >
        <Emoji reaction={one} />
        <b>{reactions.length}</b>
      </Button>
    </Tip>
  );
}

/** The emoji of a reaction, as a character or as the organization's picture. */
function Emoji({ reaction: { reaction_type, emoji_code, emoji_name } }: { reaction: Reaction }) {
  const custom = useKnown((state) => state.realm_emoji?.[emoji_code]);
  if (reaction_type === "unicode_emoji") return <span aria-hidden>{emojiOf(emoji_code)}</span>;
  const source =
    reaction_type === "realm_emoji"
      ? custom?.source_url
      : `/static/generated/emoji/images/emoji/unicode/${emoji_code}.png`;
  return source === undefined ? <span aria-hidden>{`:${emoji_name}:`}</span> : <img src={source} alt="" />;
}
