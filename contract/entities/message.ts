import { z } from "zod";
import { EmojiReference } from "./emoji.ts";
import { UnixSeconds } from "./scalars.ts";

/** A person in a direct conversation, as a message names them. */
export const DirectRecipient = z.strictObject({
  id: z.int(),
  email: z.string(),
  full_name: z.string(),
  is_mirror_dummy: z.boolean().describe("A placeholder for somebody outside, who never logs in"),
});
export type DirectRecipient = z.infer<typeof DirectRecipient>;

export const Reaction = z.strictObject({ ...EmojiReference.shape, user_id: z.int() });
export type Reaction = z.infer<typeof Reaction>;

/** One step of a widget (a poll, a to-do list); clients replay them by id. */
export const Submessage = z.strictObject({
  id: z.int(),
  message_id: z.int(),
  sender_id: z.int(),
  msg_type: z.string(),
  content: z.string().describe("JSON text"),
});
export type Submessage = z.infer<typeof Submessage>;

export const TopicLink = z.strictObject({
  text: z.string().describe("The part of the topic that is a link"),
  url: z.string(),
});
export type TopicLink = z.infer<typeof TopicLink>;

/** What one edit or move changed; only the fields of what changed are there. */
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

/** A message without what is personal to the reader, as `message` events carry it. */
export const MessageInEvent = z.strictObject({
  id: z.int(),
  type: MessageType,
  content: z.string().describe("HTML or Markdown source, as `content_type` says"),
  content_type: z.enum(["text/html", "text/x-markdown"]),
  subject: z.string().describe("Topic; empty for direct messages"),
  topic_links: z.array(TopicLink),
  stream_id: z.int().optional().describe("Only for channel messages"),
  display_recipient: z
    .union([z.string(), z.array(DirectRecipient)])
    .describe("Name of the channel, or everybody in the direct conversation, the reader too"),
  recipient_id: z.int().describe("The same for all messages of one channel or one direct conversation"),
  sender_id: z.int(),
  sender_email: z.string(),
  sender_full_name: z.string(),
  sender_realm_str: z.string(),
  avatar_url: z.string().nullable().describe("Null where the client makes the URL from the e-mail address itself"),
  client: z.string().describe("Name of the program that sent the message"),
  timestamp: UnixSeconds,
  is_me_message: z.boolean(),
  last_edit_timestamp: UnixSeconds.optional().describe("Last change of the content; absent if never edited"),
  last_moved_timestamp: UnixSeconds.optional().describe("Last move, resolving aside; absent if never moved"),
  edit_history: z.array(EditHistoryEntry).optional().describe("Newest first; absent if empty or not to be shown"),
  reactions: z.array(Reaction),
  submessages: z.array(Submessage),
});
export type MessageInEvent = z.infer<typeof MessageInEvent>;

export const Message = z.strictObject({
  ...MessageInEvent.shape,
  flags: z.array(MessageFlag).describe("The reader's own flags"),
});
export type Message = z.infer<typeof Message>;

/** A message in a list; the matches are there only if the narrow searches for words. */
export const MessageInList = z.strictObject({
  ...Message.shape,
  match_content: z.string().optional().describe("Content as HTML with the words found highlighted"),
  match_subject: z.string().optional().describe("Topic as HTML with the words found highlighted"),
});
export type MessageInList = z.infer<typeof MessageInList>;

/** The state of a message after one edit; the first snapshot is the message as sent. */
export const MessageSnapshot = z.strictObject({
  topic: z.string(),
  prev_topic: z.string().optional(),
  stream: z.int().optional(),
  prev_stream: z.int().optional(),
  content: z.string().describe("Markdown source"),
  prev_content: z.string().optional(),
  rendered_content: z.string().describe("HTML"),
  prev_rendered_content: z.string().optional(),
  content_html_diff: z.string().optional().describe("HTML that marks what the edit added and took away"),
  user_id: z.int().nullable().describe("Who edited, or sent it"),
  timestamp: UnixSeconds,
});
export type MessageSnapshot = z.infer<typeof MessageSnapshot>;
