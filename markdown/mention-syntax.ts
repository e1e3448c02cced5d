const CHANNEL_WILDCARDS = new Set(["all", "everyone", "channel", "stream"]);
const TOPIC_WILDCARD = "topic";
const MAY_PRECEDE = /[\s'"({[/<]/;

const USER = /@(_?)\*\*([^*\n\0]+)\*\*/y;
const GROUP = /@(_?)\*([^*\n\0]+)\*/y;
const CHANNEL = /#\*\*([^*>\n\0]+)(?:>([^*\n\0]*))?\*\*/y;

/** Mention such as `@**…**`: of a user, by name, by id or by both, or a wildcard mention. */
export interface UserMention {
  readonly end: number;
  readonly silent: boolean;
  readonly wildcard: "channel" | "topic" | undefined;
  /** The text between the delimiters, as written. */
  readonly text: string;
  readonly name: string | undefined;
  readonly id: number | undefined;
}

/** Mention of a group: `@*…*`. */
export interface GroupMention {
  readonly end: number;
  readonly silent: boolean;
  readonly name: string;
}

/** Link to a channel, topic or message: `#**…**`. */
export interface ChannelReference {
  readonly end: number;
  readonly channel: string;
  readonly topic: string | undefined;
  /** The message id, as digits. */
  readonly messageId: string | undefined;
}

/**
 * Returns whether a mention or channel link may start here: at the start of the text, after a space or after one of
 * `'"({[/<`.
 */
export function canStartReference(text: string, position: number): boolean {
  return position === 0 || MAY_PRECEDE.test(text.charAt(position - 1));
}

export function parseUserMention(text: string, position: number): UserMention | null {
  const match = matchAt(USER, text, position);
  if (!match) return null;
  const [whole, underscore, inner = ""] = match;
  const [, name, digits] = /^(.+)?\|(\d+)$/.exec(inner) ?? [];
  return {
    end: position + whole.length,
    silent: underscore === "_",
    wildcard: CHANNEL_WILDCARDS.has(inner) ? "channel" : inner === TOPIC_WILDCARD ? "topic" : undefined,
    text: inner,
    name: digits === undefined ? inner : name,
    id: digits === undefined ? undefined : Number(digits),
  };
}

export function parseGroupMention(text: string, position: number): GroupMention | null {
  const match = matchAt(GROUP, text, position);
  return match && { end: position + match[0].length, silent: match[1] === "_", name: match[2] ?? "" };
}

export function parseChannelReference(text: string, position: number): ChannelReference | null {
  const match = matchAt(CHANNEL, text, position);
  if (!match) return null;
  const [whole, channel = "", topicPart] = match;
  const [, topicOfMessage, messageId] = /^(.*)@(\d+)$/.exec(topicPart ?? "") ?? [];
  return {
    end: position + whole.length,
    channel,
    topic: topicOfMessage ?? topicPart,
    messageId,
  };
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}
