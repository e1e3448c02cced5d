import { SmilePlus, Ellipsis } from "lucide-react";
import { type RefObject, useEffect, useRef, Fragment } from "react";
import { setReaction } from "../../../../client/actions/messages/set-reaction.ts";
import { EmojiButton } from "../../../emoji/emoji-button.tsx";
import type { KnownMessage } from "../../../../client/replica/messages/messages.ts";
import { messagePermissions } from "../../../../client/replica/selectors/message-permissions.ts";
import { IconButton } from "../../../../base/ui/forms/button.tsx";
import { MESSAGE_IMAGE_SELECTOR } from "../../../lightbox/message-images.ts";
import { useClient } from "../../../../hooks/context/client-context.tsx";
import { isTouch } from "../../../../base/ui/is-touch.ts";
import { isInOverlay, isWriting, keyName } from "../../../../hooks/navigation/key-name.ts";
import { useOverlayOpeners } from "../../../../hooks/context/openers-context.tsx";
import { useOpenOverlay } from "../../../../hooks/context/overlay-context.tsx";
import { useNavigator } from "../../../../hooks/navigation/navigator.tsx";
import { useNow } from "../../../../hooks/use-now.ts";
import { words } from "../../../../base/words/index.ts";
import { messageCommands, type MessageCommand } from "./message-commands.ts";
import { MessageDialogByName } from "../dialogs/message-dialog.tsx";
import styles from "../message.module.css";
import { checkOutcome } from "../../../../hooks/check-outcome.ts";
import { useComposerActions } from "../../../../hooks/context/composer-context.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../../base/ui/overlays/menu.tsx";

interface MoreMenuProps {
  readonly groups: readonly (readonly MessageCommand[])[];
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Menu with the message actions that are used less often or, on touch devices, with all of them. */
function MoreMenu({ groups, isOpen, onOpenChange }: MoreMenuProps) {
  const button = (
    <IconButton label={words.message.more}>
      <Ellipsis size={16} aria-hidden />
    </IconButton>
  );
  return (
    <Menu button={button} label={words.message.more} isOpen={isOpen} onOpenChange={onOpenChange}>
      {groups.map((commands, index) => (
        <Fragment key={commands[0]?.label}>
          {index > 0 && <MenuSeparator />}
          {commands.map(({ label, Icon, keys, isDanger = false, run }) => (
            <MenuItem
              key={label}
              icon={<Icon size={16} />}
              {...(keys === undefined ? {} : { keys })}
              isDanger={isDanger}
              onAction={run}
            >
              {label}
            </MenuItem>
          ))}
        </Fragment>
      ))}
    </Menu>
  );
}

/** Which popup of a message's action bar is open. */
export type OpenActionMenu = "menu" | "emoji" | null;

interface ActionBarProps {
  readonly message: KnownMessage;
  readonly onEdit: () => void;
  readonly isOpen: OpenActionMenu;
  readonly onOpen: (part: OpenActionMenu) => void;
}

const ICON_SIZE = 16;

/**
 * Action bar of a message, shown while the pointer is over the message or the message has the focus. Most actions can
 * also be called by a keyboard shortcut.
 */
export function ActionBar({ message, onEdit, isOpen, onOpen }: ActionBarProps) {
  const client = useClient();
  const { often, groups } = useMessageCommands(message, onEdit);
  const bar = useRef<HTMLDivElement>(null);
  const emoji: MessageCommand["run"] = () => onOpen("emoji");
  useMessageKeys(bar, [...often, ...groups.flat()], useExtraKeys(bar, message, onOpen));
  // Waits one frame, so that the menu has closed before the picker opens.
  const chooseEmoji = { label: words.message.react, Icon: SmilePlus, run: () => requestAnimationFrame(emoji) };
  const opener = (part: OpenActionMenu) => (opens: boolean) => onOpen(opens ? part : null);
  return (
    <div ref={bar} className={styles["actions"]} role="toolbar" aria-label={words.message.actions}>
      <EmojiButton
        label={words.message.react}
        keys=":"
        isOpen={isOpen === "emoji"}
        onOpenChange={opener("emoji")}
        onChoose={(chosen) => void setReaction(client, message.id, chosen, true).then(checkOutcome)}
      />
      {often.map(({ label, Icon, keys, isOn = false, run }) => (
        <IconButton key={label} label={label} {...(keys === undefined ? {} : { keys })} isOn={isOn} onPress={run}>
          <Icon size={ICON_SIZE} aria-hidden />
        </IconButton>
      ))}
      <MoreMenu
        groups={isTouch() ? [[chooseEmoji, ...often], ...groups] : groups}
        isOpen={isOpen === "menu"}
        onOpenChange={opener("menu")}
      />
    </div>
  );
}

function useMessageCommands(message: KnownMessage, edit: () => void) {
  const client = useClient();
  const { hrefOf } = useNavigator();
  const show = useOpenOverlay();
  const writing = useComposerActions();
  // Renders the actions again as time passes, because some permissions expire, such as the permission to edit a
  // message.
  useNow();
  const permissions = messagePermissions(client.state.get(), message, client.now());
  return messageCommands({
    ...writing,
    client,
    message,
    permissions,
    hrefOf,
    edit,
    open: (dialog) => show((close) => <MessageDialogByName dialog={dialog} message={message} onClose={close} />),
  });
}

type KeyHandlers = Readonly<Record<string, () => void>>;

/** Returns the handlers of keyboard shortcuts that do not belong to one of the message commands. */
function useExtraKeys(
  bar: RefObject<HTMLElement | null>,
  { id, sender_id, reactions: [first] }: KnownMessage,
  onOpen: (part: OpenActionMenu) => void,
): KeyHandlers {
  const client = useClient();
  const { openProfile, openImage } = useOverlayOpeners();
  const article = () => bar.current?.closest("article");
  return {
    ":": () => onOpen("emoji"),
    i: () => onOpen("menu"),
    u: () => {
      const beside = article();
      if (beside) openProfile(sender_id, beside);
    },
    v: () => {
      const picture = article()?.querySelector<HTMLImageElement>(MESSAGE_IMAGE_SELECTOR);
      if (picture) openImage(picture);
    },
    "=": () => {
      if (first) void setReaction(client, id, first, true).then(checkOutcome);
    },
  };
}

/** Handles keyboard shortcuts while the message, or an element in it, has the focus. */
function useMessageKeys(
  bar: RefObject<HTMLElement | null>,
  commands: readonly MessageCommand[],
  more: KeyHandlers,
): void {
  const current = useRef({ commands, more });
  useEffect(() => {
    current.current = { commands, more };
  });
  useEffect(() => {
    const article = bar.current?.closest("article");
    if (!article) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isWriting(event.target) || isInOverlay(event.target)) return;
      const name = keyName(event);
      const { commands: all, more: others } = current.current;
      const run = others[name] ?? all.find(({ keys }) => keys === name)?.run;
      if (!run) return;
      event.preventDefault();
      run();
    };
    article.addEventListener("keydown", onKeyDown);
    return () => article.removeEventListener("keydown", onKeyDown);
  }, [bar]);
}
