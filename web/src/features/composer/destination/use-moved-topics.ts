import { useEffect, useRef } from "react";
import type { EventOf } from "@parlance/contract/events/index.ts";
import type { Destination } from "../../../client/outbox/outbox.ts";
import { topicKey } from "../../../client/replica/selectors/channels/topics.ts";
import { showToast } from "../../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useNavigator } from "../../../hooks/navigation/navigator.tsx";
import { words } from "../../../base/words/index.ts";

type Topic = Extract<Destination, { kind: "topic" }>;

/** Returns the old and the new topic if the event moved all messages of a topic. Otherwise returns null. */
function topicMove(event: EventOf<"update_message">): { readonly from: Topic; readonly to: Topic } | null {
  const { stream_id: channelId, new_stream_id, orig_subject: topic, subject, propagate_mode } = event;
  if (propagate_mode !== "change_all" || channelId === undefined || topic === undefined) return null;
  const from = { kind: "topic", channelId, topic } as const;
  return { from, to: { kind: "topic", channelId: new_stream_id ?? channelId, topic: subject ?? topic } };
}

/**
 * Reacts when a topic is renamed or moved to another channel. If the page shows the topic, the page navigates to the
 * new topic. `onMove` is called so that the text being written can be moved as well.
 */
export function useFollowMovedTopics(onMove: (from: Topic, to: Topic) => void): void {
  const client = useClient();
  const { route, replace } = useNavigator();
  const current = useRef({ place: route, replace, onMove });
  useEffect(() => {
    current.current = { place: route, replace, onMove };
  });
  useEffect(
    () =>
      client.onEvents((events) => {
        for (const event of events) {
          const move = event.type === "update_message" ? topicMove(event) : null;
          if (!move) continue;
          const { place: shown, replace: show, onMove: notify } = current.current;
          notify(move.from, move.to);
          if (shown?.kind !== "topic" || !isSameTopic(shown, move.from)) continue;
          show({ ...move.to, near: null });
          if (event.type === "update_message" && event.user_id !== client.me) {
            showToast({ text: words.composer.topicMoved(move.to.topic) });
          }
        }
      }),
    [client],
  );
}

const isSameTopic = (a: Pick<Topic, "channelId" | "topic">, b: Topic): boolean =>
  topicKey(a.channelId, a.topic) === topicKey(b.channelId, b.topic);
