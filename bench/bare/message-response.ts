// Code shared by the bare servers that return messages.
import type { ServerResponse } from "node:http";

/** Columns of the response, from `message`, `channel` and `account` (which the query must name `sender`). */
export const messageColumns = `
  message.id, sender_id, rendered_content as content, message.recipient_id, client, topic as subject,
  extract(epoch from sent_at)::int as timestamp, sender.full_name as sender_full_name,
  sender.delivery_email as sender_email, channel.name as display_recipient, channel.id as stream_id`;

/** Adds the fields of a message that are not in its row. */
export const toMessageResponse = <R extends object>(row: R, flags: readonly string[]) => ({
  ...row,
  type: "stream",
  avatar_url: null,
  content_type: "text/html",
  is_me_message: false,
  sender_realm_str: "",
  topic_links: [],
  reactions: [],
  submessages: [],
  flags,
});

export function sendJson(response: ServerResponse, answer: object): void {
  const json = JSON.stringify({ result: "success", msg: "", ...answer });
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(json) });
  response.end(json);
}
