import { useMemo, useState } from "react";
import type { Destination } from "../../../client/outbox/outbox.ts";
import type { MessagesRoute } from "../../../client/routes/route.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { draftTopic } from "../drafts/drafts.ts";

/** Where a text goes instead of to the conversation in view. */
interface AlternativeDestination {
  readonly to: Destination;
  /** What it begins with. */
  readonly quote: string;
  /** Whether the place is still being chosen: its topic, or more people. */
  readonly isNew: boolean;
}

/** Where what one writes at a place goes; forgotten when one goes somewhere else. */
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
  /** Begins to write to somebody, with what is to be forwarded. */
  const begin = (to: Destination) => {
    setOther({ to, quote: forwarded ?? "", isNew: true });
    forward(null);
  };
  return { own, other, setOther, forwarded, forward, begin };
}

/** In a channel one goes on with the topic that one has begun to name. */
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
