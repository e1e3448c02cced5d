import type { OutgoingMessage } from "#modules/messages/send/outgoing-message.ts";

/** Returns the columns of a scheduled message that depend on the message to be sent. */
export function scheduledColumns({ draft: { to, content, rendered } }: OutgoingMessage) {
  const text = { content, rendered_content: rendered.html };
  return to.kind === "channel"
    ? { ...text, channel_id: to.channelId, user_ids: null, topic: to.topic }
    : { ...text, channel_id: null, user_ids: [...to.userIds].sort((a, b) => a - b), topic: "" };
}
