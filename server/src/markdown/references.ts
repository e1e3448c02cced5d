import { readChannelReference, readGroupMention, readUserMention } from "./mention-syntax.ts";
import type { References } from "./types.ts";

/** The database's ids end here; what is larger refers to nothing and must not reach a query. */
const MAX_ID = 2_147_483_647;

/**
 * Finds whatever `render` may want to look up for a text, and perhaps more: what stands in code is reported too, since
 * telling code from text takes the whole parse.
 */
export function findReferences(source: string): References {
  const userNames = new Set<string>();
  const userIds = new Set<number>();
  const groupNames = new Set<string>();
  const channelNames = new Set<string>();
  for (const { index } of source.matchAll(/[@#](?=_?\*)/g)) {
    const user = readUserMention(source, index);
    const group = readGroupMention(source, index);
    const channel = readChannelReference(source, index);
    if (user && !user.wildcard) {
      if (user.id === undefined) userNames.add(user.text.toLowerCase());
      else if (user.id <= MAX_ID) userIds.add(user.id);
    }
    if (group) groupNames.add(group.name.toLowerCase());
    if (channel) channelNames.add(channel.channel);
  }
  return {
    userNames: [...userNames],
    userIds: [...userIds],
    groupNames: [...groupNames],
    channelNames: [...channelNames],
  };
}
