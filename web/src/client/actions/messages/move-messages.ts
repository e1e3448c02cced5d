import type { Client, Outcome } from "../../connection/client.ts";

/**
 * Which messages of a topic are moved: only the given message, also all messages after it, or all messages of the
 * topic.
 */
export type MoveMode = "change_one" | "change_later" | "change_all";

export interface MoveRequest {
  readonly messageId: number;
  readonly from: { readonly channelId: number; readonly topic: string };
  readonly to: { readonly channelId: number; readonly topic: string };
  readonly mode: MoveMode;
  /** Whether the server posts a notice about the move in the old topic, and in the new topic. */
  readonly notifiesOldTopic: boolean;
  readonly notifiesNewTopic: boolean;
}

/**
 * Moves messages to another topic or channel. Nothing is shown before the server's event, because only the server knows
 * which messages are affected.
 */
export const moveMessages = ({ change }: Pick<Client, "change">, move: MoveRequest): Promise<Outcome> => {
  const { messageId, from, to, mode, notifiesOldTopic, notifiesNewTopic } = move;
  return change({
    expects: [],
    request: (call) =>
      call("PATCH", `/messages/${messageId}`, {
        ...(to.topic === from.topic ? {} : { topic: to.topic }),
        ...(to.channelId === from.channelId ? {} : { stream_id: to.channelId }),
        propagate_mode: mode,
        send_notification_to_old_thread: notifiesOldTopic,
        send_notification_to_new_thread: notifiesNewTopic,
      }),
  });
};
