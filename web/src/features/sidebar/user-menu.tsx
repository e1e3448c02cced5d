import { Bell, BellOff, Eye, EyeOff, LogOut, SmilePlus } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { resumeNotifications } from "../../client/actions/pause-notifications.ts";
import { changeSettings } from "../../client/actions/change-settings.ts";
import { EmojiGlyph } from "../emoji/emoji-glyph.tsx";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { userPresence } from "../../client/replica/selectors/users/presence.ts";
import { isDoNotDisturbActive, pausedUntil } from "../../client/replica/selectors/users/do-not-disturb.ts";
import { userStatus } from "../../client/replica/selectors/users/user-status.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../base/ui/overlays/menu.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useOpenOverlay } from "../../hooks/context/overlay-context.tsx";
import { useNow } from "../../hooks/use-now.ts";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { ScreenMenuItems } from "./screen-menu-items.tsx";
import styles from "./sidebar.module.css";
import { useSignOut } from "./use-sign-out.ts";
import { lazyComponent } from "../../base/ui/loading/lazy-component.tsx";

const DoNotDisturbDialog = lazyComponent(
  async () => (await import("../notifications/pause-dialog.tsx")).DoNotDisturbDialog,
);
const StatusDialog = lazyComponent(async () => (await import("../profile/status-dialog.tsx")).StatusDialog);

/** The user's name and status, which open a menu for status, availability, settings and logging out. */
export function UserMenu() {
  const client = useClient();
  const show = useOpenOverlay();
  const signOut = useSignOut();
  const hasStatus = useClientState((state) => userStatus(state, client.me) !== null);
  const isVisible = useClientState((state) => state.user_settings?.presence_enabled ?? true);
  const button = (
    <Button className={styles["me"] ?? ""}>
      <UserMenuButton />
    </Button>
  );
  return (
    <Menu button={button} label={words.sidebar.me}>
      <MenuItem icon={<SmilePlus size={16} />} onAction={() => show((close) => <StatusDialog onClose={close} />)}>
        {hasStatus ? words.people.changeStatus : words.people.setStatus}
      </MenuItem>
      <MenuItem
        icon={isVisible ? <EyeOff size={16} /> : <Eye size={16} />}
        onAction={() => void changeSettings(client, { presence_enabled: !isVisible }).then(checkOutcome)}
      >
        {isVisible ? words.people.invisible : words.people.visible}
      </MenuItem>
      <DoNotDisturbItem />
      <MenuSeparator />
      <ScreenMenuItems section="account" />
      <MenuSeparator />
      <MenuItem icon={<LogOut size={16} />} onAction={signOut}>
        {words.sidebar.signOut}
      </MenuItem>
    </Menu>
  );
}

/** Menu item that turns Do not disturb on or off. */
function DoNotDisturbItem() {
  const client = useClient();
  const show = useOpenOverlay();
  const now = useNow();
  const isPaused = useClientState((state) => pausedUntil(state, now) !== null);
  return isPaused ? (
    <MenuItem icon={<Bell size={16} />} onAction={() => void resumeNotifications(client).then(checkOutcome)}>
      {words.notifications.resume}
    </MenuItem>
  ) : (
    <MenuItem icon={<BellOff size={16} />} onAction={() => show((close) => <DoNotDisturbDialog onClose={close} />)}>
      {words.notifications.pause}
    </MenuItem>
  );
}

function UserMenuButton() {
  const { me } = useClient();
  const now = useNow();
  const person = useClientState((state) => peopleById(state).get(me));
  const status = useClientState((state) => userStatus(state, me));
  const presence = useClientState((state) => userPresence(state, me, now));
  const isQuiet = useClientState((state) => isDoNotDisturbActive(state, now));
  if (!person) return null;
  return (
    <>
      <Avatar id={me} name={person.full_name} url={person.avatar_url} size={28} presence={presence} />
      <span className={styles["meWords"]} dir="auto">
        {person.full_name}
        {status && (
          <small>
            {status.emoji && <EmojiGlyph emoji={status.emoji} />} {status.text}
          </small>
        )}
      </span>
      {isQuiet && <BellOff size={14} className={styles["quiet"]} aria-label={words.notifications.quiet} />}
      <span className="unseen">{words.sidebar.me}</span>
    </>
  );
}
