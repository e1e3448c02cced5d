import { Bell, BellOff, Ellipsis, House, Link, MailOpen, Pin, PinOff, Settings2 } from "lucide-react";
import { setChannelProperty } from "../../client/actions/channels/subscriptions.ts";
import { markReadWithUndo } from "../../features/messages/message/actions/mark-read-with-undo.ts";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { subscriptionsById } from "../../client/replica/selectors/entities-by-id.ts";
import { HOME_CHANNEL_KEY } from "../../client/replica/selectors/home-route.ts";
import { unreadIdsInRoute } from "../../client/replica/selectors/unread/unread-ids.ts";
import { IconButton } from "../../base/ui/forms/button.tsx";
import { copyText } from "../../base/ui/clipboard.ts";
import { Menu, MenuItem, MenuSeparator } from "../../base/ui/overlays/menu.tsx";
import { showToast } from "../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { usePersistedChoice } from "../../hooks/use-persisted-choice.ts";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";

/** Menu with the actions on a channel. */
export function ChannelMenu({ channelId }: { channelId: number }) {
  const client = useClient();
  const { go, hrefOf } = useNavigator();
  const [home, setHome] = usePersistedChoice<number | null>(HOME_CHANNEL_KEY, null);
  const own = useClientState((state) => subscriptionsById(state).get(channelId));
  const place = { kind: "channel", channelId, near: null } as const;
  const text = words.conversation;
  const isHome = home === channelId;
  const copyLink = async () => {
    await copyText(`${location.origin}/${hrefOf(place)}`);
    showToast({ text: words.message.copied });
  };
  const openFirst = () => {
    setHome(isHome ? null : channelId);
    showToast({ text: isHome ? text.opensFirstNoMore : text.opensFirst });
  };
  const button = (
    <IconButton label={text.moreOfChannel}>
      <Ellipsis size={18} aria-hidden />
    </IconButton>
  );
  return (
    <Menu button={button} label={text.moreOfChannel}>
      <MenuItem
        icon={<MailOpen size={16} />}
        keys="Shift Esc"
        onAction={() => void markReadWithUndo(client, unreadIdsInRoute(client.state.get(), place))}
      >
        {text.readAll}
      </MenuItem>
      {own && <SubscriberItems channelId={channelId} isMuted={own.is_muted} isPinned={own.pin_to_top} />}
      <MenuSeparator />
      <MenuItem icon={<House size={16} />} onAction={openFirst}>
        {isHome ? text.openNotFirst : text.openFirst}
      </MenuItem>
      <MenuItem icon={<Link size={16} />} onAction={() => void copyLink()}>
        {text.copyChannelLink}
      </MenuItem>
      <MenuItem
        icon={<Settings2 size={16} />}
        onAction={() => go({ kind: "page", path: ["channels", String(channelId)] })}
      >
        {text.channelSettings}
      </MenuItem>
    </Menu>
  );
}

/** Menu items for settings that only a subscriber of the channel has. */
function SubscriberItems({ channelId, isMuted, isPinned }: { channelId: number; isMuted: boolean; isPinned: boolean }) {
  const client = useClient();
  const set = (property: "is_muted" | "pin_to_top", value: boolean) =>
    void setChannelProperty(client, channelId, property, value).then(checkOutcome);
  return (
    <>
      <MenuItem icon={isMuted ? <Bell size={16} /> : <BellOff size={16} />} onAction={() => set("is_muted", !isMuted)}>
        {isMuted ? words.conversation.unmuteChannel : words.conversation.muteChannel}
      </MenuItem>
      <MenuItem
        icon={isPinned ? <PinOff size={16} /> : <Pin size={16} />}
        onAction={() => set("pin_to_top", !isPinned)}
      >
        {isPinned ? words.conversation.unpinChannel : words.conversation.pinChannel}
      </MenuItem>
    </>
  );
}
