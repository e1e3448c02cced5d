import { TriangleAlert } from "lucide-react";
import { subscribe } from "../../../client/actions/channels/subscriptions.ts";
import type { Destination } from "../../../client/outbox/outbox.ts";
import { checkOutcome } from "../../../hooks/check-outcome.ts";
import { channelsById, peopleById } from "../../../client/replica/selectors/entities-by-id.ts";
import {
  isSubscribed,
  canSendDirectMessage,
  canPostInChannel,
} from "../../../client/replica/selectors/posting-permissions.ts";
import { lastActiveAt, userPresence } from "../../../client/replica/selectors/users/presence.ts";
import { userStatus } from "../../../client/replica/selectors/users/user-status.ts";
import { isResolved } from "../../../client/replica/selectors/channels/topics.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useClientState } from "../../../hooks/use-store.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { ago } from "../../../base/words/en/times.ts";
import { words } from "../../../base/words/index.ts";
import styles from "../composer.module.css";

/**
 * Returns true if the user may send to a destination, as far as the client knows. The server may still reject the
 * message.
 */
export const useCanSendTo = (to: Destination): boolean =>
  useClientState((state) =>
    to.kind === "topic" ? canPostInChannel(state, to.channelId) : canSendDirectMessage(state, to.userIds),
  );

interface DestinationWarningsProps {
  readonly to: Destination;
  /** Whether the message goes to a conversation that is not in view. */
  readonly isElsewhere: boolean;
}

/** Warnings about the destination of a message. */
export function DestinationWarnings({ to, isElsewhere }: DestinationWarningsProps) {
  const mayWrite = useCanSendTo(to);
  return (
    <div className={styles["notices"]} role="status">
      {isElsewhere && <Warning text={words.composer.otherPlace} isWarning />}
      {!mayWrite && <Warning text={words.composer.noAccess} isWarning />}
      {to.kind === "topic" ? (
        <ChannelWarnings channelId={to.channelId} topic={to.topic} />
      ) : (
        <RecipientWarnings userIds={to.userIds} />
      )}
    </div>
  );
}

const Warning = ({ text, isWarning = false }: { text: string; isWarning?: boolean }) => (
  <p className={isWarning ? styles["warning"] : ""}>
    {isWarning && <TriangleAlert size={14} aria-hidden />}
    <span dir="auto">{text}</span>
  </p>
);

function ChannelWarnings({ channelId, topic }: { channelId: number; topic: string }) {
  const client = useClient();
  const channel = useClientState((state) => channelsById(state).get(channelId));
  const isIn = useClientState((state) => isSubscribed(state, channelId));
  const join = () => {
    if (channel) void subscribe(client, channel.name).then(checkOutcome);
  };
  return (
    <>
      {isResolved(topic) && <Warning text={words.composer.resolved} />}
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

/** Maximum number of recipients for whom warnings are shown. */
const MAX_NAMED_USERS = 3;

function RecipientWarnings({ userIds }: { userIds: readonly number[] }) {
  return userIds.slice(0, MAX_NAMED_USERS).map((id) => <RecipientWarning key={id} userId={id} />);
}

/** Shows that a recipient is deactivated, is away, or has set a status. */
function RecipientWarning({ userId }: { userId: number }) {
  const { me } = useClient();
  const now = useNow();
  const person = useClientState((state) => peopleById(state).get(userId));
  const isHere = useClientState((state) => userPresence(state, userId, now) !== null);
  const last = useClientState((state) => lastActiveAt(state, userId));
  const status = useClientState((state) => userStatus(state, userId)?.text) ?? "";
  if (!person || userId === me) return null;
  const { full_name: name, is_active, is_bot } = person;
  if (!is_active) return <Warning text={words.composer.deactivated(name)} isWarning />;
  if (is_bot) return null;
  return (
    <>
      {status !== "" && <Warning text={words.composer.status(name, status)} />}
      {!isHere && last !== null && <Warning text={words.composer.away(name, ago(last, now))} />}
    </>
  );
}
