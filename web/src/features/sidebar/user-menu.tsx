import { Bell, BellOff, Eye, EyeOff, LogOut, Settings, SmilePlus, UserRound } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { endPause } from "../../client/actions/pause-notifications.ts";
import { setSettings } from "../../client/actions/change-settings.ts";
import { EmojiSign } from "../emoji/emoji-glyph.tsx";
import { told } from "../../hooks/check-outcome.ts";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { presenceOf } from "../../client/replica/selectors/users/presence.ts";
import { isLeftInPeace, pausedUntil } from "../../client/replica/selectors/users/do-not-disturb.ts";
import { statusOf } from "../../client/replica/selectors/users/user-status.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { Menu, MenuItem, MenuLine } from "../../base/ui/overlays/menu.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useOverlays } from "../../hooks/context/overlay-context.tsx";
import { useNow } from "../../hooks/use-now.ts";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import styles from "./sidebar.module.css";
import { useSignOut } from "./use-sign-out.ts";
import { late } from "../../base/ui/loading/lazy-component.tsx";

const PauseDialog = late(async () => (await import("../notifications/pause-dialog.tsx")).PauseDialog);
const StatusDialog = late(async () => (await import("../profile/status-dialog.tsx")).StatusDialog);

/** Who one is here, what others see of it, and what one may change of that. */
export function Me() {
  const client = useClient();
  const { go } = useNavigator();
  const show = useOverlays();
  const signOut = useSignOut();
  const hasStatus = useKnown((state) => statusOf(state, client.me) !== null);
  const isVisible = useKnown((state) => state.user_settings?.presence_enabled ?? true);
  const open = (...path: string[]) => go({ kind: "page", path });
  const button = (
    <Button className={styles["me"] ?? ""}>
      <Myself />
    </Button>
  );
  return (
    <Menu button={button} label={words.sidebar.me}>
      <MenuItem icon={<SmilePlus size={16} />} onAction={() => show((close) => <StatusDialog onClose={close} />)}>
        {hasStatus ? words.people.changeStatus : words.people.setStatus}
      </MenuItem>
      <MenuItem
        icon={isVisible ? <EyeOff size={16} /> : <Eye size={16} />}
        onAction={() => void setSettings(client, { presence_enabled: !isVisible }).then(told)}
      >
        {isVisible ? words.people.invisible : words.people.visible}
      </MenuItem>
      <PauseItem />
      <MenuLine />
      <MenuItem icon={<UserRound size={16} />} onAction={() => open("user", String(client.me))}>
        {words.people.profile}
      </MenuItem>
      <MenuItem icon={<Settings size={16} />} onAction={() => open("settings", "account")}>
        {words.sidebar.settings}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<LogOut size={16} />} onAction={signOut}>
        {words.sidebar.signOut}
      </MenuItem>
    </Menu>
  );
}

/** Not to be disturbed, or to be again. */
function PauseItem() {
  const client = useClient();
  const show = useOverlays();
  const now = useNow();
  const isPaused = useKnown((state) => pausedUntil(state, now) !== null);
  return isPaused ? (
    <MenuItem icon={<Bell size={16} />} onAction={() => void endPause(client).then(told)}>
      {words.notices.resume}
    </MenuItem>
  ) : (
    <MenuItem icon={<BellOff size={16} />} onAction={() => show((close) => <PauseDialog onClose={close} />)}>
      {words.notices.pause}
    </MenuItem>
  );
}

function Myself() {
  const { me } = useClient();
  const now = useNow();
  const person = useKnown((state) => peopleById(state).get(me));
  const status = useKnown((state) => statusOf(state, me));
  const presence = useKnown((state) => presenceOf(state, me, now));
  const isQuiet = useKnown((state) => isLeftInPeace(state, now));
  if (!person) return null;
  return (
    <>
      <Avatar id={me} name={person.full_name} url={person.avatar_url} size={28} presence={presence} />
      <span className={styles["meWords"]} dir="auto">
        {person.full_name}
        {status && (
          <small>
            {status.emoji && <EmojiSign emoji={status.emoji} />} {status.text}
          </small>
        )}
      </span>
      {isQuiet && <BellOff size={14} className={styles["quiet"]} aria-label={words.notices.quiet} />}
      <span className="unseen">{words.sidebar.me}</span>
    </>
  );
}
