import { parseChannelReference, parseGroupMention, parseUserMention } from "./mention-syntax.ts";
import type { References } from "./render-types.ts";

const EMOJI = /:(?=([\w+-]{1,100}):)/g;
const UPLOAD = /\buser_uploads\/(\d+\/[^\s()<>?#"'`*]+)/g;

/** Matches every text that may contain references. Most texts do not match. */
const MAY_REFER = /[@#:]|user_uploads\//;

/** The references of a text that has none. */
export const noReferences: References = {
  userNames: [],
  userIds: [],
  groupNames: [],
  channelNames: [],
  topics: [],
  emojiNames: [],
  uploads: [],
};

/** Maximum id in the database. Larger numbers cannot be ids, and would cause an error in a query. */
const MAX_ID = 2_147_483_647;

/**
 * Finds everything that `render` may need to look up for a text. The result may contain more than needed: references in
 * code are included, because distinguishing code from text would require a complete parse.
 */
export function findReferences(source: string): References {
  if (!MAY_REFER.test(source)) return noReferences;
  const userNames = new Set<string>();
  const userIds = new Set<number>();
  const groupNames = new Set<string>();
  const channelNames = new Set<string>();
  const topics = new Map<string, { channel: string; topic: string }>();
  for (const { index } of source.matchAll(/[@#](?=_?\*)/g)) {
    const user = parseUserMention(source, index);
    const group = parseGroupMention(source, index);
    const channel = parseChannelReference(source, index);
    if (user && !user.wildcard) {
      if (user.id === undefined) userNames.add(user.text.toLowerCase());
      else if (user.id <= MAX_ID) userIds.add(user.id);
    }
    if (group) groupNames.add(group.name.toLowerCase());
    if (channel) channelNames.add(channel.channel);
    if (channel?.topic !== undefined && channel.messageId === undefined) {
      topics.set(`${channel.channel}>${channel.topic}`, { channel: channel.channel, topic: channel.topic });
    }
  }
  return {
    userNames: [...userNames],
    userIds: [...userIds],
    groupNames: [...groupNames],
    channelNames: [...channelNames],
    topics: [...topics.values()],
    emojiNames: distinctMatches(source, EMOJI),
    uploads: distinctMatches(source, UPLOAD),
  };
}

function distinctMatches(source: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(source.matchAll(pattern), ([, name = ""]) => name))];
}
