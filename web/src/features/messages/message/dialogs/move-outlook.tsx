import type { MoveMode } from "../../../../client/actions/messages/move-messages.ts";
import type { Client } from "../../../../client/connection/client.ts";
import { narrowOf } from "../../../../client/routes/route.ts";
import { Quiet } from "../../../../base/ui/page.tsx";
import { useClient } from "../../../../hooks/context/client-context.tsx";
import { useKnown } from "../../../../hooks/use-store.ts";
import { words } from "../../../../base/words/index.ts";
import styles from "./dialogs.module.css";
import type { MoveTarget, TopicAt } from "./use-move-target.ts";

const { move: said } = words.dialogs;

interface MoveOutlookProps {
  readonly from: TopicAt;
  readonly messageId: number;
  readonly mode: MoveMode;
  readonly target: MoveTarget;
}

/** Says beforehand what a move will come to. */
export function MoveOutlook({ from, messageId, mode, target }: MoveOutlookProps) {
  const client = useClient();
  const general = useKnown((state) => state.realm_empty_topic_display_name) ?? "";
  if (!target.to) return <Quiet>{said.noChannel}</Quiet>;
  if (target.isSame) return <Quiet>{said.nowhere}</Quiet>;
  const { topic } = target.to;
  return (
    <p className={styles["preview"]} role="status">
      {said.to(whatMoves(client, from, messageId, mode), target.channel, topic === "" ? general : topic)}
      <small>{target.isKnown ? said.joins : said.begins}</small>
    </p>
  );
}

/** How many messages move, where that is known here; else which. */
function whatMoves({ messages }: Client, from: TopicAt, messageId: number, mode: MoveMode): string {
  if (mode === "change_one") return said.some(1);
  const { ids, hasOldest, hasNewest } = messages.window(narrowOf({ kind: "topic", ...from, near: null })).get();
  if (mode === "change_all") return hasOldest && hasNewest ? said.some(ids.length) : said.all;
  const isWhole = hasNewest && ids.includes(messageId);
  return isWhole ? said.some(ids.filter((id) => id >= messageId).length) : said.later;
}
