import { z } from "zod";
import { EmojiReference } from "./emoji.ts";
import { UnixSeconds } from "./scalars.ts";

/** A participant of a direct message conversation, as listed in a message. */
export const DirectRecipient = z.strictObject({
  id: z.int(),
  email: z.string(),
  full_name: z.string(),
  is_mirror_dummy: z
    .boolean()
    .describe("Whether this is a placeholder for a user of another system, who cannot log in."),
});
export type DirectRecipient = z.infer<typeof DirectRecipient>;

export const Reaction = z.strictObject({ ...EmojiReference.shape, user_id: z.int() });
export type Reaction = z.infer<typeof Reaction>;

/**
 * An event of a widget, such as a vote in a poll. Clients compute the state of the widget by applying its events in the
 * order of their ids.
 */
export const Submessage = z.strictObject({
  id: z.int(),
  message_id: z.int(),
  sender_id: z.int(),
  msg_type: z.string(),
  content: z.string().describe("JSON as text."),
});
export type Submessage = z.infer<typeof Submessage>;

export const TopicLink = z.strictObject({
  text: z.string().describe("The part of the topic to turn into a link."),
  url: z.string(),
});
export type TopicLink = z.infer<typeof TopicLink>;

/**
 * An entry of a message's edit history: an edit or a move. Of the fields after `timestamp`, only those that changed are
 * present.
 */
export const EditHistoryEntry = z.strictObject({
  user_id: z.int().nullable(),
  timestamp: UnixSeconds,
  prev_content: z.string().optional(),
  prev_rendered_content: z.string().optional(),
  prev_stream: z.int().optional(),
  stream: z.int().optional(),
  prev_topic: z.string().optional(),
  topic: z.string().optional(),
});
export type EditHistoryEntry = z.infer<typeof EditHistoryEntry>;

export const MessageFlag = z.enum([
  "read",
  "starred",
  "collapsed",
  "mentioned",
  "stream_wildcard_mentioned",
  "topic_wildcard_mentioned",
  "wildcard_mentioned",
  "has_alert_word",
  "historical",
]);
export type MessageFlag = z.infer<typeof MessageFlag>;

export const MessageType = z.enum(["stream", "private"]);
export type MessageType = z.infer<typeof MessageType>;

/** A message as sent in `message` events. It contains no fields that differ between recipients, such as flags. */
export const MessageInEvent = z.strictObject({
  id: z.int(),
  type: MessageType,
  content: z.string().describe("HTML or Markdown source, depending on `content_type`."),
  content_type: z.enum(["text/html", "text/x-markdown"]),
  subject: z.string().describe("Topic; empty for direct messages."),
  topic_links: z.array(TopicLink),
  stream_id: z.int().optional().describe("Channel id; present only for channel messages."),
  display_recipient: z
    .union([z.string(), z.array(DirectRecipient)])
    .describe("Name of the channel, or every participant of the direct message conversation, including the reader."),
  recipient_id: z
    .int()
    .describe("Id shared by all messages of the same channel or the same direct message conversation."),
  sender_id: z.int(),
  sender_email: z.string(),
  sender_full_name: z.string(),
  sender_realm_str: z.string(),
  avatar_url: z.string().nullable().describe("Null if the client computes the URL from the email address."),
  client: z.string().describe("Name of the program that sent the message."),
  timestamp: UnixSeconds,
  is_me_message: z.boolean(),
  last_edit_timestamp: UnixSeconds.optional().describe(
    "Time of the last content edit, in UNIX seconds; absent if the content was never edited.",
  ),
  last_moved_timestamp: UnixSeconds.optional().describe(
    "Time of the last move, in UNIX seconds, not counting topics being resolved; absent if the message was " +
      "never moved.",
  ),
  edit_history: z
    .array(EditHistoryEntry)
    .optional()
    .describe("Edits and moves, newest first; absent if there are none or the organization hides them."),
  reactions: z.array(Reaction),
  submessages: z.array(Submessage),
});
export type MessageInEvent = z.infer<typeof MessageInEvent>;

export const Message = z.strictObject({
  ...MessageInEvent.shape,
  flags: z.array(MessageFlag).describe("The reader's own flags."),
});
export type Message = z.infer<typeof Message>;

/** A message in a list. `match_content` and `match_subject` are present only if the narrow contains a text search. */
export const MessageInList = z.strictObject({
  ...Message.shape,
  match_content: z.string().optional().describe("Content as HTML, with the matched words highlighted."),
  match_subject: z.string().optional().describe("Topic as HTML, with the matched words highlighted."),
});
export type MessageInList = z.infer<typeof MessageInList>;

/** A version of a message: the message as sent, or as it was after an edit. */
export const MessageSnapshot = z.strictObject({
  topic: z.string(),
  prev_topic: z.string().optional(),
  stream: z.int().optional(),
  prev_stream: z.int().optional(),
  content: z.string().describe("Markdown source."),
  prev_content: z.string().optional(),
  rendered_content: z.string().describe("Content as HTML."),
  prev_rendered_content: z.string().optional(),
  content_html_diff: z.string().optional().describe("HTML that marks what the edit added and removed."),
  user_id: z.int().nullable().describe("The user who made the edit, or the sender."),
  timestamp: UnixSeconds,
});
export type MessageSnapshot = z.infer<typeof MessageSnapshot>;
