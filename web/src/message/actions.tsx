import { CornerUpLeft, Pencil, Star, ThumbsUp } from "lucide-react";
import { react } from "../actions/react.ts";
import { star } from "../actions/star.ts";
import type { Destination } from "../connection/outbox.ts";
import type { KnownMessage } from "../replica/messages.ts";
import { mayEdit } from "../replica/selectors/permissions.ts";
import { destinationOf } from "../replica/selectors/destination.ts";
import { IconButton } from "../ui/button.tsx";
import { useClient } from "../view/client-context.tsx";
import { useKnown } from "../view/use-store.ts";
import { words } from "../words/index.ts";
import { MoreMenu } from "./more-menu.tsx";
import { told } from "./told.ts";
import styles from "./message.module.css";

interface ActionsProps {
  readonly message: KnownMessage;
  readonly onReply: (to: Destination) => void;
  readonly onQuote: (to: Destination, markdown: string) => void;
  readonly onEdit: () => void;
  /** Whether a menu is open that must not go away with the pointer. */
  readonly onBusy: (isBusy: boolean) => void;
}

const THUMBS_UP = { emoji_name: "thumbs_up", emoji_code: "1f44d", reaction_type: "unicode_emoji" } as const;

/** What one does with a message, for who points at it or has the focus in it. */
export function Actions({ message, onReply, onQuote, onEdit, onBusy }: ActionsProps) {
  const client = useClient();
  const { id, flags, reactions } = message;
  const isStarred = flags.includes("starred");
  const likes = reactions.some((one) => one.user_id === client.me && one.emoji_code === THUMBS_UP.emoji_code);
  const isEditable = useKnown((state) => mayEdit(state, message, client.now()));
  return (
    <div className={styles["actions"]} role="toolbar" aria-label={words.message.actions}>
      <IconButton
        label={words.message.react}
        isOn={likes}
        onPress={() => void react(client, id, THUMBS_UP, !likes).then(told)}
      >
        <ThumbsUp size={16} aria-hidden />
      </IconButton>
      <IconButton label={words.message.reply} keys="r" onPress={() => onReply(destinationOf(message, client.me))}>
        <CornerUpLeft size={16} aria-hidden />
      </IconButton>
      {isEditable && (
        <IconButton label={words.message.edit} keys="e" onPress={onEdit}>
          <Pencil size={16} aria-hidden />
        </IconButton>
      )}
      <IconButton
        label={isStarred ? words.message.unstar : words.message.star}
        isOn={isStarred}
        onPress={() => void star(client, [id], !isStarred).then(told)}
      >
        <Star size={16} aria-hidden />
      </IconButton>
      <MoreMenu message={message} onQuote={onQuote} onOpenChange={onBusy} />
    </div>
  );
}
