import { useCallback } from "react";
import type { Call } from "@parlance/client";
import type { MessageSnapshot } from "@parlance/contract/entities/message.ts";
import { channelsById, peopleById } from "../../../../client/replica/selectors/entities-by-id.ts";
import { Dialog } from "../../../../base/ui/overlays/dialog.tsx";
import { Skeleton } from "../../../../base/ui/empty-state.tsx";
import { SecondaryText } from "../../../../base/ui/page.tsx";
import { useQuery } from "../../../../hooks/use-query.ts";
import { useClientState } from "../../../../hooks/use-store.ts";
import { words } from "../../../../base/words/index.ts";
import { exactly } from "../../../../base/words/en/times.ts";
import type { MessageDialogProps } from "./message-dialog-props.ts";
import { MessageHtml } from "../../../message-content/message-html.tsx";
import styles from "./dialogs.module.css";

/** Dialog with the edit history of a message: its former contents, topics and channels, newest first. */
export function HistoryDialog({ message: { id }, onClose }: MessageDialogProps) {
  const load = useCallback((call: Call) => call("GET", `/messages/${id}/history`), [id]);
  const { data, error } = useQuery(load);
  return (
    <Dialog title={words.dialogs.history.title} isOpen onClose={onClose} width="wide" isText>
      {error !== null && <SecondaryText>{error}</SecondaryText>}
      {!data && error === null && <Skeleton lines={4} />}
      <ol className={styles["history"]}>
        {data?.message_history.toReversed().map((snapshot) => (
          <HistoryEntry key={`${snapshot.timestamp} ${snapshot.content}`} snapshot={snapshot} />
        ))}
      </ol>
    </Dialog>
  );
}

function HistoryEntry({ snapshot }: { snapshot: MessageSnapshot }) {
  const description = useClientState((state) => {
    const { history } = words.dialogs;
    const name = peopleById(state).get(snapshot.user_id ?? 0)?.full_name ?? words.shell.unknownPerson;
    const channel = (id: number | undefined) => channelsById(state).get(id ?? 0)?.name ?? history.otherChannel;
    const { prev_topic, prev_stream } = snapshot;
    const changes = [
      ...(prev_stream === undefined
        ? []
        : [history.movedChannel(name, channel(prev_stream), channel(snapshot.stream))]),
      ...(prev_topic === undefined ? [] : [history.movedTopic(name, prev_topic, snapshot.topic)]),
      ...(snapshot.prev_content === undefined ? [] : [history.edited(name)]),
    ];
    return changes.length === 0 ? history.sent(name) : changes.join("; ");
  });
  const isMoveAlone = snapshot.prev_topic !== undefined && snapshot.prev_content === undefined;
  return (
    <li>
      <p className={styles["who"]}>
        <b>{description}</b>
        <small>{exactly(snapshot.timestamp * 1000)}</small>
      </p>
      {!isMoveAlone && <MessageHtml html={snapshot.content_html_diff ?? snapshot.rendered_content} />}
    </li>
  );
}
