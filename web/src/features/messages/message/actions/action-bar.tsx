import { SmilePlus } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { react } from "../../../../client/actions/messages/set-reaction.ts";
import { EmojiButton } from "../../../emoji/emoji-button.tsx";
import type { KnownMessage } from "../../../../client/replica/messages/messages.ts";
import { messageRights } from "../../../../client/replica/selectors/permissions.ts";
import { IconButton } from "../../../../base/ui/forms/button.tsx";
import { PICTURES } from "../../../lightbox/message-images.ts";
import { useClient } from "../../../../hooks/context/client-context.tsx";
import { isTouch } from "../../../../base/ui/is-touch.ts";
import { isInOverlay, isWriting, keyName } from "../../../../hooks/navigation/key-name.ts";
import { useOpeners } from "../../../../hooks/context/openers-context.tsx";
import { useOverlays } from "../../../../hooks/context/overlay-context.tsx";
import { useNavigator } from "../../../../hooks/navigation/navigator.tsx";
import { useNow } from "../../../../hooks/use-now.ts";
import { words } from "../../../../base/words/index.ts";
import { commandsFor, type MessageCommand } from "./message-commands.ts";
import { AboutMessage } from "../dialogs/message-dialog.tsx";
import styles from "../message.module.css";
import { MoreMenu } from "../more-menu.tsx";
import { told } from "../../../../hooks/check-outcome.ts";
import { useWriting } from "../../../../hooks/context/composer-context.tsx";

/** What opens at a message's own buttons. */
export type OpenPart = "menu" | "emoji" | null;

interface ActionsProps {
  readonly message: KnownMessage;
  readonly onEdit: () => void;
  readonly isOpen: OpenPart;
  readonly onOpen: (part: OpenPart) => void;
}

const ICON = 16;

/** What one does with a message, for who points at it or has the focus in it; keys do the same. */
export function Actions({ message, onEdit, isOpen, onOpen }: ActionsProps) {
  const client = useClient();
  const { often, groups } = useCommands(message, onEdit);
  const bar = useRef<HTMLDivElement>(null);
  const emoji: MessageCommand["run"] = () => onOpen("emoji");
  useKeys(bar, [...often, ...groups.flat()], useMoreKeys(bar, message, onOpen));
  // Once the menu, from which it was chosen, has closed.
  const chooseEmoji = { label: words.message.react, Icon: SmilePlus, run: () => requestAnimationFrame(emoji) };
  const opener = (part: OpenPart) => (opens: boolean) => onOpen(opens ? part : null);
  return (
    <div ref={bar} className={styles["actions"]} role="toolbar" aria-label={words.message.actions}>
      <EmojiButton
        label={words.message.react}
        keys=":"
        isOpen={isOpen === "emoji"}
        onOpenChange={opener("emoji")}
        onChoose={(chosen) => void react(client, message.id, chosen, true).then(told)}
      />
      {often.map(({ label, Icon, keys, isOn = false, run }) => (
        <IconButton key={label} label={label} {...(keys === undefined ? {} : { keys })} isOn={isOn} onPress={run}>
          <Icon size={ICON} aria-hidden />
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

function useCommands(message: KnownMessage, edit: () => void) {
  const client = useClient();
  const { hrefOf } = useNavigator();
  const show = useOverlays();
  const writing = useWriting();
  // Rights end with time, so they are asked for when somebody looks.
  useNow();
  const rights = messageRights(client.state.get(), message, client.now());
  return commandsFor({
    ...writing,
    client,
    message,
    rights,
    hrefOf,
    edit,
    open: (dialog) => show((close) => <AboutMessage dialog={dialog} message={message} onClose={close} />),
  });
}

type Keys = Readonly<Record<string, () => void>>;

/** Keys for what has no button of its own, or another one. */
function useMoreKeys(
  bar: RefObject<HTMLElement | null>,
  { id, sender_id, reactions: [first] }: KnownMessage,
  onOpen: (part: OpenPart) => void,
): Keys {
  const client = useClient();
  const { person, image } = useOpeners();
  const article = () => bar.current?.closest("article");
  return {
    ":": () => onOpen("emoji"),
    i: () => onOpen("menu"),
    u: () => {
      const beside = article();
      if (beside) person(sender_id, beside);
    },
    v: () => {
      const picture = article()?.querySelector<HTMLImageElement>(PICTURES);
      if (picture) image(picture);
    },
    "=": () => {
      if (first) void react(client, id, first, true).then(told);
    },
  };
}

/** Takes the keys that are pressed while the message, or something in it, has the focus. */
function useKeys(bar: RefObject<HTMLElement | null>, commands: readonly MessageCommand[], more: Keys): void {
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
