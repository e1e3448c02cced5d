// What somebody is in the middle of writing, as far as it can be completed. Pure.

/** What could be completed, and where in the text it begins. */
export interface CompletionQuery {
  readonly kind: "person" | "channel" | "topic" | "emoji" | "command" | "language" | "moment";
  /** What was written of it so far. */
  readonly text: string;
  /** Where what it replaces begins; it ends where the caret is. */
  readonly start: number;
  /** Of a topic: the channel's name. */
  readonly channel?: string;
}

/** True if two queries ask for the same in the same place. */
export const isSameQuery = (one: CompletionQuery, other: CompletionQuery): boolean =>
  one.kind === other.kind && one.start === other.start && one.text === other.text && one.channel === other.channel;

/** So far back from the caret it looks. */
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

/** What the caret is in the middle of; null: nothing that could be completed. */
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
