import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { isMemberIn } from "#modules/groups/core/queries.ts";

/** The mentions in a text, except silent mentions and those of a topic's participants. */
export interface Mentions {
  readonly users: ReadonlySet<number>;
  readonly groups: ReadonlySet<number>;
  readonly isToChannel: boolean;
}

const USER_MENTION = /<span class="user-mention" data-user-id="(\d+)">/g;
const GROUP_MENTION = /<span class="user-group-mention" data-user-group-id="(\d+)">/g;
const CHANNEL_MENTION = '<span class="user-mention channel-wildcard-mention" ';

/**
 * Finds the mentions in HTML from our renderer. Users cannot insert these tags themselves, and silent mentions have
 * different ones.
 */
export const parseMentions = (html: string): Mentions => ({
  users: idsIn(html, USER_MENTION),
  groups: idsIn(html, GROUP_MENTION),
  isToChannel: html.includes(CHANNEL_MENTION),
});

const idsIn = (html: string, pattern: RegExp): Set<number> =>
  new Set([...html.matchAll(pattern)].map(([, id]) => Number(id)));

/** Returns the first group through which a user is mentioned; null if the user is mentioned by name or not at all. */
export function findMentioningGroup(
  { users, groups }: Mentions,
  userId: number,
  snapshot: OrganizationSnapshot,
): number | null {
  if (users.has(userId)) return null;
  return [...groups].find((groupId) => isMemberIn(snapshot, userId, groupId)) ?? null;
}

/** Returns true if a text mentions a user, by name or through a group. */
export const isMentionedIn = (mentions: Mentions, userId: number, snapshot: OrganizationSnapshot): boolean =>
  mentions.users.has(userId) || findMentioningGroup(mentions, userId, snapshot) !== null;
