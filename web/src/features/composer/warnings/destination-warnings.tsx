import { TriangleAlert } from "lucide-react";
import { subscribe } from "../../../client/actions/channels/subscriptions.ts";
import type { Destination } from "../../../client/outbox/outbox.ts";
import { told } from "../../../hooks/check-outcome.ts";
import { channelsById, peopleById } from "../../../client/replica/selectors/entities-by-id.ts";
import { isSubscribed, mayWriteDirectly, mayWriteTo } from "../../../client/replica/selectors/posting-permissions.ts";
import { lastHere, presenceOf } from "../../../client/replica/selectors/users/presence.ts";
import { statusOf } from "../../../client/replica/selectors/users/user-status.ts";
import { isResolved } from "../../../client/replica/selectors/channels/topics.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useKnown } from "../../../hooks/use-store.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { ago } from "../../../base/words/en/times.ts";
import { words } from "../../../base/words/index.ts";
import styles from "../composer.module.css";

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
    <span dir="auto">{text}</span>
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

/** So many are spoken of at a time. */
const NAMED = 3;

function PeopleNotices({ userIds }: { userIds: readonly number[] }) {
  return userIds.slice(0, NAMED).map((id) => <PersonNotices key={id} userId={id} />);
}

/** Whether somebody will see it, and when. */
function PersonNotices({ userId }: { userId: number }) {
  const { me } = useClient();
  const now = useNow();
  const person = useKnown((state) => peopleById(state).get(userId));
  const isHere = useKnown((state) => presenceOf(state, userId, now) !== null);
  const last = useKnown((state) => lastHere(state, userId));
  const status = useKnown((state) => statusOf(state, userId)?.text) ?? "";
  if (!person || userId === me) return null;
  const { full_name: name, is_active, is_bot } = person;
  if (!is_active) return <Notice text={words.composer.deactivated(name)} isWarning />;
  if (is_bot) return null;
  return (
    <>
      {status !== "" && <Notice text={words.composer.status(name, status)} />}
      {!isHere && last !== null && <Notice text={words.composer.away(name, ago(last, now))} />}
    </>
  );
}
