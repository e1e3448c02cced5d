import { useMemo, useState } from "react";
import type { Destination } from "../../../client/outbox/outbox.ts";
import type { MessagesRoute } from "../../../client/routes/route.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { draftTopic } from "../drafts/drafts.ts";

/** A destination that the user has chosen instead of the conversation in view. */
interface AlternativeDestination {
  readonly to: Destination;
  /** Text that is appended to the draft of the destination. */
  readonly quote: string;
  /** Whether the user is still choosing the destination: entering the topic, or adding recipients. */
  readonly isNew: boolean;
}

/**
 * Returns the destination of a message that is written in a view, and functions that change it. The user's choice is
 * discarded when the view changes.
 */
export function useDestination(place: MessagesRoute) {
  const own = useMemo(() => routeDestination(place), [place]);
  const { me } = useClient();
  const [other, setOther] = useState<AlternativeDestination | null>(() => draftedDestination(place, me));
  const [forwarded, forward] = useState<string | null>(null);
  const [shownIn, setShownIn] = useState(place);
  if (shownIn !== place) {
    setShownIn(place);
    setOther(draftedDestination(place, me));
    forward(null);
  }
  /** Starts a message to the chosen destination. If a message is being forwarded, its text is the initial text. */
  const startMessage = (to: Destination) => {
    setOther({ to, quote: forwarded ?? "", isNew: true });
    forward(null);
  };
  return { own, other, setOther, forwarded, forward, startMessage };
}

/**
 * Returns the destination with the topic that the user had started to enter in a channel view, or null if there is
 * none.
 */
function draftedDestination(place: MessagesRoute, me: number): AlternativeDestination | null {
  if (place.kind !== "channel") return null;
  const topic = draftTopic(me, place.channelId);
  return topic === "" ? null : { to: { kind: "topic", channelId: place.channelId, topic }, quote: "", isNew: true };
}

function routeDestination(place: MessagesRoute): Destination | null {
  switch (place.kind) {
    case "topic":
      return { kind: "topic", channelId: place.channelId, topic: place.topic };
    case "channel":
      return { kind: "topic", channelId: place.channelId, topic: "" };
    case "direct":
      return { kind: "direct", userIds: place.userIds };
    default:
      return null;
  }
}
