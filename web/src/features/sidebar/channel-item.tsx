import { ChevronDown, ChevronRight } from "lucide-react";
import type { Subscription } from "@parlance/contract/nouns/subscriptions.ts";
import { memo } from "react";
import { type UnreadChannel, unreadOf } from "../../client/replica/selectors/unread/unread.ts";
import { ChannelMark } from "../../base/ui/channel-icon.tsx";
import { Count } from "../../base/ui/unread-badge.tsx";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { useKept } from "../../hooks/use-persisted-choice.ts";
import { useNavigator } from "../../hooks/navigation/navigator.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import styles from "./sidebar.module.css";
import { TopicList } from "./topic-list.tsx";

/** A channel; unfolded, with its topics. The one where one is is unfolded by itself. */
export const ChannelItem = memo(function ChannelItem({ channel }: { channel: Subscription }) {
  const { stream_id: channelId, name, is_muted: isMuted, color, invite_only, is_web_public } = channel;
  const unread = useKnown((state) => unreadOf(state).channels.get(channelId), isSameCount);
  const { shown } = useNavigator();
  const isHere = (shown.kind === "channel" || shown.kind === "topic") && shown.channelId === channelId;
  const [isUnfolded, unfold] = useKept(`channel.${channelId}`, false);
  const isOpen = isUnfolded || isHere;
  const count = unread?.count ?? 0;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const look = [styles["row"], count > 0 && !isMuted && styles["unread"], isMuted && styles["muted"]];
  return (
    <li>
      <div className={styles["channel"]}>
        <PlaceLink to={{ kind: "channel", channelId, near: null }} className={look.filter(Boolean).join(" ")}>
          <ChannelMark colour={color} isPrivate={invite_only} isWebPublic={is_web_public} />
          <span className={styles["name"]} dir="auto">
            {name}
          </span>
          <Count count={count} isStrong={(unread?.mentions ?? 0) > 0} />
        </PlaceLink>
        <button
          type="button"
          data-fold
          className={styles["fold"]}
          aria-expanded={isOpen}
          aria-label={words.sidebar.topicsOf(name)}
          onClick={() => unfold(!isOpen)}
        >
          <Chevron size={14} aria-hidden />
        </button>
      </div>
      {isOpen && <TopicList channelId={channelId} />}
    </li>
  );
});

const isSameCount = (a: UnreadChannel | undefined, b: UnreadChannel | undefined): boolean =>
  a?.count === b?.count && a?.mentions === b?.mentions;
