// Detects whether the text before the caret is something that can be completed, such as the beginning of a mention.

/** The beginning of something that can be completed, and its position in the text. */
export interface CompletionQuery {
  readonly kind: "person" | "channel" | "topic" | "emoji" | "command" | "language" | "moment";
  /** The text typed so far. */
  readonly text: string;
  /** Start of the range that the suggestion replaces. The range ends at the caret. */
  readonly start: number;
  /** Name of the channel. Only set if the topic of a channel is completed. */
  readonly channel?: string;
}

/** Returns true if two queries are equal: for the same text, at the same position. */
export const isSameQuery = (one: CompletionQuery, other: CompletionQuery): boolean =>
  one.kind === other.kind && one.start === other.start && one.text === other.text && one.channel === other.channel;

/** Number of characters before the caret that are searched. */
const MAX_QUERY_CHARACTERS = 80;

const patterns: readonly { readonly kind: CompletionQuery["kind"]; readonly pattern: RegExp }[] = [
  { kind: "command", pattern: /^\/(?<text>\w*)$/ },
  { kind: "language", pattern: /^(?<lead>(?:```|~~~))(?<text>[\w+#-]{1,20})$/ },
  { kind: "moment", pattern: /(?:^|[\s(])(?<lead><)(?<text>t(?:i(?:m(?:e:?)?)?)?)$/ },
  { kind: "topic", pattern: /(?:^|[\s(])(?<lead>#\*\*(?<channel>[^*>\n]{1,60})>)(?<text>[^*\n]{0,60})$/ },
  { kind: "channel", pattern: /(?:^|[\s(])(?<lead>#(?:\*\*)?)(?<text>[^\s#*>][^#*>\n]{0,40}|)$/ },
  { kind: "person", pattern: /(?:^|[\s(])(?<lead>@_?(?:\*\*)?)(?<text>[^\s@*][^@*\n]{0,40}|)$/ },
  { kind: "emoji", pattern: /(?:^|[\s(])(?<lead>:)(?<text>[a-z+][\w+-]{1,30})$/i },
];

/** Returns the query for the text before the caret, or null if nothing there can be completed. */
export function completionQueryAt(content: string, caret: number): CompletionQuery | null {
  const before = content.slice(Math.max(0, caret - MAX_QUERY_CHARACTERS), caret);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const isStart = caret - line.length === 0;
  for (const { kind, pattern } of patterns) {
    if (kind === "command" && !isStart) continue;
    const { text, lead = "/", channel } = pattern.exec(line)?.groups ?? {};
    if (text === undefined) continue;
    return { kind, text, start: caret - text.length - lead.length, ...(channel === undefined ? {} : { channel }) };
  }
  return null;
}
