import { Copy, Ellipsis, EyeOff, Link, Quote, Trash2 } from "lucide-react";
import { deleteMessage } from "../actions/edit-message.ts";
import { markUnread } from "../actions/mark-read.ts";
import type { Client } from "../connection/client.ts";
import type { Destination } from "../connection/outbox.ts";
import { placeOf } from "../places/place.ts";
import { destinationOf } from "../replica/selectors/destination.ts";
import type { KnownMessage } from "../replica/messages.ts";
import { mayDelete } from "../replica/selectors/permissions.ts";
import { IconButton } from "../ui/button.tsx";
import { Menu, MenuItem, MenuLine } from "../ui/menu.tsx";
import { say } from "../ui/toasts.tsx";
import { useClient } from "../view/client-context.tsx";
import { useNavigator } from "../view/use-place.tsx";
import { useKnown } from "../view/use-store.ts";
import { words } from "../words/index.ts";
import { quoteOf } from "./quote.ts";
import { sourceOf } from "./source-of.ts";
import { told } from "./told.ts";

interface MoreMenuProps {
  readonly message: KnownMessage;
  readonly onQuote: (to: Destination, markdown: string) => void;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Everything that one does with a message more seldom. */
export function MoreMenu({ message, onQuote, onOpenChange }: MoreMenuProps) {
  const client = useClient();
  const { hrefOf } = useNavigator();
  const isDeletable = useKnown((state) => mayDelete(state, message, client.now()));
  const { id } = message;
  const to = destinationOf(message, client.me);
  const link = () => `${location.origin}/${hrefOf(placeOf(to, id))}`;
  const copy = async (text: Promise<string> | string) => {
    await navigator.clipboard.writeText(await text);
    say({ text: words.message.copied });
  };
  const quote = async () => onQuote(to, quoteOf(message, link(), await sourceOf(client, id)));
  const button = (
    <IconButton label={words.message.more}>
      <Ellipsis size={16} aria-hidden />
    </IconButton>
  );
  return (
    <Menu button={button} label={words.message.more} onOpenChange={onOpenChange}>
      <MenuItem icon={<Quote size={16} />} onAction={() => void quote()}>
        {words.message.quote}
      </MenuItem>
      <MenuItem icon={<Link size={16} />} onAction={() => void copy(link())}>
        {words.message.copyLink}
      </MenuItem>
      <MenuItem icon={<Copy size={16} />} onAction={() => void copy(sourceOf(client, id))}>
        {words.message.copyText}
      </MenuItem>
      <MenuItem icon={<EyeOff size={16} />} onAction={() => void unreadFrom(client, message).then(told)}>
        {words.message.markUnread}
      </MenuItem>
      {isDeletable && <MenuLine />}
      {isDeletable && (
        <MenuItem icon={<Trash2 size={16} />} isDanger onAction={() => removeLater(client, id)}>
          {words.message.remove}
        </MenuItem>
      )}
    </Menu>
  );
}

/** Marks a message as unread, and what is here of its conversation after it. */
function unreadFrom(client: Client, message: KnownMessage) {
  const to = destinationOf(message, client.me);
  const narrow =
    to.kind === "topic"
      ? [
          { operator: "channel", operand: to.channelId },
          { operator: "topic", operand: to.topic },
        ]
      : [{ operator: "dm", operand: to.userIds }];
  const ids = client.messages
    .window(narrow)
    .get()
    .ids.filter((id) => id >= message.id);
  return markUnread(client, ids.length === 0 ? [message.id] : ids);
}

/** So long a deletion can be taken back, in milliseconds. */
const UNDO_MS = 5_000;

function removeLater(client: Client, id: number): void {
  const timer = setTimeout(() => void deleteMessage(client, id).then(told), UNDO_MS);
  say({ text: words.message.deleted, action: { text: words.ui.undo, run: () => clearTimeout(timer) } });
}
