import { copyText } from "../../base/ui/clipboard.ts";
import { AtSign, Bell, BellOff, MessageSquare, UserRound } from "lucide-react";
import type { User } from "@parlance/contract/entities/user.ts";
import { muteUser } from "../../client/actions/mute-user.ts";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { Button, IconButton } from "../../base/ui/forms/button.tsx";
import { showToast } from "../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import styles from "./profile.module.css";

interface ProfileActionsProps {
  readonly person: User;
  /** Called before a button navigates to another page. */
  readonly onLeave?: () => void;
  readonly hasPageLink: boolean;
}

/** Buttons for actions on a user, such as sending a direct message. */
export function ProfileActions({ person: { user_id, full_name, is_bot }, onLeave, hasPageLink }: ProfileActionsProps) {
  const client = useClient();
  const { go } = useNavigator();
  const isMuted = useClientState((state) => (state.muted_users ?? []).some(({ id }) => id === user_id));
  const isMe = user_id === client.me;
  const lead = (to: Parameters<typeof go>[0]) => {
    onLeave?.();
    go(to);
  };
  const copyMention = async () => {
    await copyText(`@**${full_name}|${user_id}**`);
    showToast({ text: words.message.copied });
  };
  return (
    <div className={styles["acts"]}>
      <Button variant="primary" onPress={() => lead({ kind: "direct", userIds: [user_id], near: null })}>
        <MessageSquare size={15} aria-hidden />
        {isMe ? words.people.notes : words.people.message}
      </Button>
      {hasPageLink && (
        <Button onPress={() => lead({ kind: "page", path: ["user", String(user_id)] })}>
          <UserRound size={15} aria-hidden />
          {words.people.profile}
        </Button>
      )}
      <IconButton label={words.people.mention} onPress={() => void copyMention()}>
        <AtSign size={16} aria-hidden />
      </IconButton>
      {!isMe && !is_bot && (
        <IconButton
          label={isMuted ? words.people.unmute : words.people.mute}
          isOn={isMuted}
          onPress={() => void muteUser(client, user_id, !isMuted).then(checkOutcome)}
        >
          {isMuted ? <Bell size={16} aria-hidden /> : <BellOff size={16} aria-hidden />}
        </IconButton>
      )}
    </div>
  );
}
