import type { MoveMode } from "../../../../client/actions/messages/move-messages.ts";
import type { Client } from "../../../../client/connection/client.ts";
import { narrowOf } from "../../../../client/routes/route.ts";
import { SecondaryText } from "../../../../base/ui/page.tsx";
import { useClient } from "../../../../hooks/context/client-context.tsx";
import { useClientState } from "../../../../hooks/use-store.ts";
import { words } from "../../../../base/words/index.ts";
import styles from "./dialogs.module.css";
import type { MoveTarget, TopicLocation } from "./use-move-target.ts";

const { move: strings } = words.dialogs;

interface MovePreviewProps {
  readonly from: TopicLocation;
  readonly messageId: number;
  readonly mode: MoveMode;
  readonly target: MoveTarget;
}

/** Describes the effect of a move before the user starts it. */
export function MovePreview({ from, messageId, mode, target }: MovePreviewProps) {
  const client = useClient();
  const general = useClientState((state) => state.realm_empty_topic_display_name) ?? "";
  if (!target.to) return <SecondaryText>{strings.noChannel}</SecondaryText>;
  if (target.isSame) return <SecondaryText>{strings.nowhere}</SecondaryText>;
  const { topic } = target.to;
  return (
    <p className={styles["preview"]} role="status">
      {strings.to(describeMovedMessages(client, from, messageId, mode), target.channel, topic === "" ? general : topic)}
      <small>{target.isKnown ? strings.joins : strings.begins}</small>
    </p>
  );
}

/** Describes which messages move. Contains their number if all of them are loaded. */
function describeMovedMessages({ messages }: Client, from: TopicLocation, messageId: number, mode: MoveMode): string {
  if (mode === "change_one") return strings.some(1);
  const { ids, hasOldest, hasNewest } = messages.window(narrowOf({ kind: "topic", ...from, near: null })).get();
  if (mode === "change_all") return hasOldest && hasNewest ? strings.some(ids.length) : strings.all;
  const isWhole = hasNewest && ids.includes(messageId);
  return isWhole ? strings.some(ids.filter((id) => id >= messageId).length) : strings.later;
}
