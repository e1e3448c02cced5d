// The actions on a message. The action bar, the menu and the keyboard shortcuts all use this list.
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
import { setReaction } from "../../../../client/actions/messages/set-reaction.ts";
import { setCollapsed, setStarred } from "../../../../client/actions/messages/message-flags.ts";
import type { Client } from "../../../../client/connection/client.ts";
import { conversationRoute } from "../../../../client/routes/route.ts";
import { messageDestination } from "../../../../client/replica/selectors/message-destination.ts";
import type { KnownMessage } from "../../../../client/replica/messages/messages.ts";
import type { MessagePermissions } from "../../../../client/replica/selectors/message-permissions.ts";
import { showToast } from "../../../../base/ui/overlays/toasts.tsx";
import { words } from "../../../../base/words/index.ts";
import { deleteWithUndo } from "./delete-with-undo.ts";
import type { MessageDialog } from "../dialogs/message-dialog.tsx";
import { markReadUpTo, markUnreadFromWithUndo } from "./mark-read-with-undo.ts";
import { fetchMarkdownSource } from "./fetch-markdown-source.ts";
import { checkOutcome } from "../../../../hooks/check-outcome.ts";
import type { ComposerActions } from "../../../../hooks/context/composer-context.tsx";

/** Formats a quote of a message in Markdown: the sender, a link, and the content. */
function quoteMessage({ sender_full_name, sender_id }: KnownMessage, link: string, source: string): string {
  const longest = Math.max(2, ...[...source.matchAll(/^\s*(`{3,})/gm)].map(([, fence = ""]) => fence.length));
  const fence = "`".repeat(longest + 1);
  return `@_**${sender_full_name}|${sender_id}** [said](${link}):\n${fence}quote\n${source}\n${fence}\n`;
}

/** An action that the user can perform on a message. */
export interface MessageCommand {
  readonly label: string;
  readonly Icon: LucideIcon;
  /** Keyboard shortcut, in the form that `keyName` returns. */
  readonly keys?: string;
  readonly isOn?: boolean;
  readonly isDanger?: boolean;
  readonly run: () => void;
}

interface CommandContext extends ComposerActions {
  readonly client: Client;
  readonly message: KnownMessage;
  readonly permissions: MessagePermissions;
  readonly hrefOf: (place: ReturnType<typeof conversationRoute>) => string;
  readonly edit: () => void;
  readonly open: (dialog: MessageDialog) => void;
}

const THUMBS_UP = { emoji_name: "thumbs_up", emoji_code: "1f44d", reaction_type: "unicode_emoji" } as const;

/**
 * Returns the actions that the user may perform on a message. `often` are the frequently used ones, `groups` the groups
 * of the menu.
 */
export function messageCommands(situation: CommandContext): {
  readonly often: readonly MessageCommand[];
  readonly groups: readonly (readonly MessageCommand[])[];
} {
  const { client, message, permissions, open } = situation;
  const { id, flags } = message;
  const label = words.message;
  const isCollapsed = flags.includes("collapsed");
  const onlyIf = (isOffered: boolean, command: MessageCommand) => (isOffered ? [command] : []);
  const dialog = (name: MessageDialog, Icon: LucideIcon, keys?: string): MessageCommand => ({
    label: label[name],
    Icon,
    ...(keys === undefined ? {} : { keys }),
    run: () => open(name),
  });
  return {
    often: frequentCommands(situation),
    groups: [
      copyCommands(situation),
      [
        ...readStateCommands(situation),
        {
          label: isCollapsed ? label.expand : label.collapse,
          Icon: isCollapsed ? ChevronsUpDown : ChevronsDownUp,
          keys: "-",
          run: () => void setCollapsed(client, id, !isCollapsed).then(checkOutcome),
        },
        dialog("remind", BellRing),
      ],
      [
        ...onlyIf(permissions.move, dialog("move", ArrowRightLeft, "m")),
        ...onlyIf(permissions.seeHistory && hasHistory(message), dialog("history", History, "Shift H")),
        ...onlyIf(permissions.seeReaders, dialog("readers", CheckCheck, "Shift V")),
        ...onlyIf(permissions.report, dialog("report", Flag)),
      ],
      onlyIf(permissions.remove, {
        label: label.remove,
        Icon: Trash2,
        keys: "Delete",
        isDanger: true,
        run: () => deleteWithUndo(client, id),
      }),
    ].filter((group) => group.length > 0),
  };
}

function frequentCommands({ client, message, permissions, replyTo, edit }: CommandContext): MessageCommand[] {
  const { id, flags, reactions } = message;
  const isStarred = flags.includes("starred");
  const likes = reactions.some((one) => one.user_id === client.me && one.emoji_code === THUMBS_UP.emoji_code);
  return [
    {
      label: words.message.like,
      Icon: ThumbsUp,
      keys: "+",
      isOn: likes,
      run: () => void setReaction(client, id, THUMBS_UP, !likes).then(checkOutcome),
    },
    {
      label: words.message.reply,
      Icon: CornerUpLeft,
      keys: "r",
      run: () => replyTo(messageDestination(message, client.me)),
    },
    ...(permissions.edit ? [{ label: words.message.edit, Icon: Pencil, keys: "e", run: edit }] : []),
    {
      label: isStarred ? words.message.unstar : words.message.star,
      Icon: Star,
      keys: "Ctrl S",
      isOn: isStarred,
      run: () => void setStarred(client, [id], !isStarred).then(checkOutcome),
    },
  ];
}

/** Returns the actions that change the read state. */
const readStateCommands = ({ client, message }: CommandContext): MessageCommand[] => [
  {
    label: words.message.markUnread,
    Icon: EyeOff,
    keys: "Shift U",
    run: () => void markUnreadFromWithUndo(client, message),
  },
  { label: words.message.readUpTo, Icon: MailOpen, keys: "Shift R", run: () => void markReadUpTo(client, message) },
];

/** Returns the actions that copy, quote or forward the message, or copy its link. */
function copyCommands({ client, message, hrefOf, quote, forward }: CommandContext): MessageCommand[] {
  const { id } = message;
  const to = messageDestination(message, client.me);
  const link = () => `${location.origin}/${hrefOf(conversationRoute(to, id))}`;
  /** Fetches the message's Markdown and passes it to `act`. Does not call `act` if the fetch fails. */
  const withSource = async (act: (source: string) => unknown) => {
    const source = await fetchMarkdownSource(client, id);
    if (source !== null) await act(source);
  };
  const quoted = (act: (text: string) => void) =>
    void withSource((source) => act(quoteMessage(message, link(), source)));
  const copy = async (text: string) => {
    await copyText(text);
    showToast({ text: words.message.copied });
  };
  return [
    { label: words.message.quote, Icon: Quote, keys: ">", run: () => quoted((text) => quote(to, text)) },
    { label: words.message.forward, Icon: Forward, keys: "<", run: () => quoted(forward) },
    { label: words.message.copyLink, Icon: Link, run: () => void copy(link()) },
    { label: words.message.copyText, Icon: Copy, run: () => void withSource(copy) },
  ];
}

/** Returns true if a message has an edit history. */
const hasHistory = ({ last_edit_timestamp, last_moved_timestamp }: KnownMessage): boolean =>
  last_edit_timestamp !== undefined || last_moved_timestamp !== undefined;
