import { channelsById, peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { topicWithoutResolvedMark } from "../../client/replica/selectors/channels/topics.ts";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import type { Destination } from "../../client/outbox/outbox.ts";

/** The name of a conversation in one line. */
export function DestinationName({ to }: { to: Destination | null }) {
  const { me } = useClient();
  const channels = useClientState(channelsById);
  const people = useClientState(peopleById);
  const general = useClientState((state) => state.realm_empty_topic_display_name) ?? "";
  if (!to) return words.drafts.nowhere;
  if (to.kind === "direct") {
    const names = to.userIds.map((id) => people.get(id)?.full_name ?? words.shell.unknownPerson);
    return to.userIds[0] === me ? words.sidebar.notes : names.join(", ");
  }
  const channel = channels.get(to.channelId)?.name ?? words.conversation.unknownChannel;
  return `${channel} ${words.messageList.within} ${to.topic === "" ? general : topicWithoutResolvedMark(to.topic)}`;
}

interface ApiRecipient {
  readonly type: string;
  readonly to: number | readonly number[];
  readonly topic?: string | undefined;
}

/**
 * Converts the recipients of a draft or scheduled message, as the API returns them, to a destination. Returns null if
 * the draft has no recipients yet.
 */
export function recipientDestination({ type, to, topic = "" }: ApiRecipient, me: number): Destination | null {
  const ids = typeof to === "number" ? [to] : to;
  const [first] = ids;
  if (first === undefined) return null;
  if (type === "stream") return { kind: "topic", channelId: first, topic };
  const others = ids.filter((id) => id !== me).toSorted((a, b) => a - b);
  return { kind: "direct", userIds: others.length === 0 ? [me] : others };
}
