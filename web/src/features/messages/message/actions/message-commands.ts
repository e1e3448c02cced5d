// What one can do with a message: one list for its buttons, its menu and its keys.
import { copyText } from "../../../../base/ui/clipboard.ts";
import {
  ArrowRightLeft,
  BellRing,
  CheckCheck,
  ChevronsDownUp,
  ChevronsUpDown,
  Copy,
  CornerUpLeft,
  EyeOff,
  Flag,
  Forward,
  History,
  Link,
  type LucideIcon,
  MailOpen,
  Pencil,
  Quote,
  Star,
  ThumbsUp,
  Trash2,
} from "lucide-react";
import { react } from "../../../../client/actions/messages/set-reaction.ts";
import { collapse, star } from "../../../../client/actions/messages/message-flags.ts";
import type { Client } from "../../../../client/connection/client.ts";
import { placeOf } from "../../../../client/routes/route.ts";
import { destinationOf } from "../../../../client/replica/selectors/message-destination.ts";
import type { KnownMessage } from "../../../../client/replica/messages/messages.ts";
import type { MessageRights } from "../../../../client/replica/selectors/permissions.ts";
import { say } from "../../../../base/ui/overlays/toasts.tsx";
import { words } from "../../../../base/words/index.ts";
import { deleteSoon } from "./delete-with-undo.ts";
import type { MessageDialog } from "../dialogs/message-dialog.tsx";
import { readUpTo, unreadFrom } from "./mark-read-with-undo.ts";
import { quoteOf } from "../quote.ts";
import { sourceOf } from "./fetch-markdown-source.ts";
import { told } from "../../../../hooks/check-outcome.ts";
import type { Writing } from "../../../../hooks/context/composer-context.tsx";

/** One thing to do with a message. */
export interface MessageCommand {
  readonly label: string;
  readonly Icon: LucideIcon;
  /** As `keyName` calls it. */
  readonly keys?: string;
  readonly isOn?: boolean;
  readonly isDanger?: boolean;
  readonly run: () => void;
}

interface Situation extends Writing {
  readonly client: Client;
  readonly message: KnownMessage;
  readonly rights: MessageRights;
  readonly hrefOf: (place: ReturnType<typeof placeOf>) => string;
  readonly edit: () => void;
  readonly open: (dialog: MessageDialog) => void;
}

const THUMBS_UP = { emoji_name: "thumbs_up", emoji_code: "1f44d", reaction_type: "unicode_emoji" } as const;

/** What can be done with a message: what one does often, and the rest in groups. What the person may not do is not there. */
export function commandsFor(situation: Situation): {
  readonly often: readonly MessageCommand[];
  readonly groups: readonly (readonly MessageCommand[])[];
} {
  const { client, message, rights, open } = situation;
  const { id, flags } = message;
  const label = words.message;
  const isCollapsed = flags.includes("collapsed");
  const onlyIf = (holds: boolean, command: MessageCommand) => (holds ? [command] : []);
  const dialog = (name: MessageDialog, Icon: LucideIcon, keys?: string): MessageCommand => ({
    label: label[name],
    Icon,
    ...(keys === undefined ? {} : { keys }),
    run: () => open(name),
  });
  return {
    often: oftenDone(situation),
    groups: [
      copies(situation),
      [
        ...marks(situation),
        {
          label: isCollapsed ? label.expand : label.collapse,
          Icon: isCollapsed ? ChevronsUpDown : ChevronsDownUp,
          keys: "-",
          run: () => void collapse(client, id, !isCollapsed).then(told),
        },
        dialog("remind", BellRing),
      ],
      [
        ...onlyIf(rights.move, dialog("move", ArrowRightLeft, "m")),
        ...onlyIf(rights.seeHistory && wasChanged(message), dialog("history", History, "Shift H")),
        ...onlyIf(rights.seeReaders, dialog("readers", CheckCheck, "Shift V")),
        ...onlyIf(rights.report, dialog("report", Flag)),
      ],
      onlyIf(rights.remove, {
        label: label.remove,
        Icon: Trash2,
        keys: "Delete",
        isDanger: true,
        run: () => deleteSoon(client, id),
      }),
    ].filter((group) => group.length > 0),
  };
}

function oftenDone({ client, message, rights, replyTo, edit }: Situation): MessageCommand[] {
  const { id, flags, reactions } = message;
  const isStarred = flags.includes("starred");
  const likes = reactions.some((one) => one.user_id === client.me && one.emoji_code === THUMBS_UP.emoji_code);
  return [
    {
      label: words.message.like,
      Icon: ThumbsUp,
      keys: "+",
      isOn: likes,
      run: () => void react(client, id, THUMBS_UP, !likes).then(told),
    },
    {
      label: words.message.reply,
      Icon: CornerUpLeft,
      keys: "r",
      run: () => replyTo(destinationOf(message, client.me)),
    },
    ...(rights.edit ? [{ label: words.message.edit, Icon: Pencil, keys: "e", run: edit }] : []),
    {
      label: isStarred ? words.message.unstar : words.message.star,
      Icon: Star,
      keys: "Ctrl S",
      isOn: isStarred,
      run: () => void star(client, [id], !isStarred).then(told),
    },
  ];
}

/** What says up to where one has read. */
const marks = ({ client, message }: Situation): MessageCommand[] => [
  {
    label: words.message.markUnread,
    Icon: EyeOff,
    keys: "Shift U",
    run: () => void unreadFrom(client, message),
  },
  { label: words.message.readUpTo, Icon: MailOpen, keys: "Shift R", run: () => void readUpTo(client, message) },
];

/** What takes the message, or the way to it, somewhere else. */
function copies({ client, message, hrefOf, quote, forward }: Situation): MessageCommand[] {
  const { id } = message;
  const to = destinationOf(message, client.me);
  const link = () => `${location.origin}/${hrefOf(placeOf(to, id))}`;
  /** Does something with what somebody wrote, if that can be had. */
  const withSource = async (act: (source: string) => unknown) => {
    const source = await sourceOf(client, id);
    if (source !== null) await act(source);
  };
  const quoted = (act: (text: string) => void) => void withSource((source) => act(quoteOf(message, link(), source)));
  const copy = async (text: string) => {
    await copyText(text);
    say({ text: words.message.copied });
  };
  return [
    { label: words.message.quote, Icon: Quote, keys: ">", run: () => quoted((text) => quote(to, text)) },
    { label: words.message.forward, Icon: Forward, keys: "<", run: () => quoted(forward) },
    { label: words.message.copyLink, Icon: Link, run: () => void copy(link()) },
    { label: words.message.copyText, Icon: Copy, run: () => void withSource(copy) },
  ];
}

/** Whether there is anything in the history of a message. */
const wasChanged = ({ last_edit_timestamp, last_moved_timestamp }: KnownMessage): boolean =>
  last_edit_timestamp !== undefined || last_moved_timestamp !== undefined;
