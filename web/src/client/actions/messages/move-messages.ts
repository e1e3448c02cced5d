import type { Client, Outcome } from "../../connection/client.ts";

/** The messages of a topic to move: one, one and all after it, or all. */
export type MoveMode = "change_one" | "change_later" | "change_all";

export interface MoveRequest {
  readonly messageId: number;
  readonly from: { readonly channelId: number; readonly topic: string };
  readonly to: { readonly channelId: number; readonly topic: string };
  readonly mode: MoveMode;
  /** Whether a notice about the move is posted in the old and the new topic. */
  readonly notifiesOldTopic: boolean;
  readonly notifiesNewTopic: boolean;
}

/**
 * Moves messages to another topic or channel. Only the server knows which messages are affected, and reports them in
 * its event.
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
