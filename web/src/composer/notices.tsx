import { TriangleAlert } from "lucide-react";
import { subscribe } from "../actions/subscribe.ts";
import type { Destination } from "../connection/outbox.ts";
import { told } from "../message/told.ts";
import { channelsById } from "../replica/selectors/by-id.ts";
import { deactivatedAmong, isSubscribed, mayWriteDirectly, mayWriteTo } from "../replica/selectors/recipients.ts";
import { isResolved } from "../replica/selectors/topics.ts";
import { useClient } from "../view/client-context.tsx";
import { useKnown } from "../view/use-store.ts";
import { words } from "../words/index.ts";
import styles from "./composer.module.css";

/** Whether the person may write there at all, as far as one knows before asking. */
export const useMayWrite = (to: Destination): boolean =>
  useKnown((state) => (to.kind === "topic" ? mayWriteTo(state, to.channelId) : mayWriteDirectly(state, to.userIds)));

interface NoticesProps {
  readonly to: Destination;
  /** Whether another conversation is in view. */
  readonly isElsewhere: boolean;
}

/** What one should know before one writes there. */
export function Notices({ to, isElsewhere }: NoticesProps) {
  const mayWrite = useMayWrite(to);
  return (
    <div className={styles["notices"]} role="status">
      {isElsewhere && <Notice text={words.composer.otherPlace} isWarning />}
      {!mayWrite && <Notice text={words.composer.noAccess} isWarning />}
      {to.kind === "topic" ? (
        <ChannelNotices channelId={to.channelId} topic={to.topic} />
      ) : (
        <PeopleNotices userIds={to.userIds} />
      )}
    </div>
  );
}

const Notice = ({ text, isWarning = false }: { text: string; isWarning?: boolean }) => (
  <p className={isWarning ? styles["warning"] : ""}>
    {isWarning && <TriangleAlert size={14} aria-hidden />}
    {text}
  </p>
);

function ChannelNotices({ channelId, topic }: { channelId: number; topic: string }) {
  const client = useClient();
  const channel = useKnown((state) => channelsById(state).get(channelId));
  const isIn = useKnown((state) => isSubscribed(state, channelId));
  const join = () => {
    if (channel) void subscribe(client, channel.name).then(told);
  };
  return (
    <>
      {isResolved(topic) && <Notice text={words.composer.resolved} />}
      {!isIn && channel && (
        <p>
          {words.composer.notSubscribed}
          <button type="button" className={styles["join"]} onClick={join}>
            {words.composer.join}
          </button>
        </p>
      )}
    </>
  );
}

function PeopleNotices({ userIds }: { userIds: readonly number[] }) {
  const gone = useKnown((state) => deactivatedAmong(state, userIds).join("\n"));
  if (gone === "") return null;
  return gone.split("\n").map((name) => <Notice key={name} text={words.composer.deactivated(name)} isWarning />);
}
