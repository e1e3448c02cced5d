import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { isMemberIn } from "#modules/groups/core/queries.ts";

/** Whom a text mentions aloud. */
export interface Mentions {
  readonly users: ReadonlySet<number>;
  readonly groups: ReadonlySet<number>;
  readonly isToChannel: boolean;
}

const PERSON = /<span class="user-mention" data-user-id="(\d+)">/g;
const GROUP = /<span class="user-group-mention" data-user-group-id="(\d+)">/g;
const CHANNEL = '<span class="user-mention channel-wildcard-mention" ';

/** The mentions in HTML that our renderer wrote: nobody else can write these tags into it, and silent ones look different. */
export const mentionsIn = (html: string): Mentions => ({
  users: idsIn(html, PERSON),
  groups: idsIn(html, GROUP),
  isToChannel: html.includes(CHANNEL),
});

const idsIn = (html: string, pattern: RegExp): Set<number> =>
  new Set([...html.matchAll(pattern)].map(([, id]) => Number(id)));

/** The first group by which somebody is mentioned who is not mentioned by name. */
export function mentioningGroup({ users, groups }: Mentions, userId: number, directory: Directory): number | null {
  if (users.has(userId)) return null;
  return [...groups].find((groupId) => isMemberIn(directory, userId, groupId)) ?? null;
}

/** Whether a text mentions somebody, by name or through a group. */
export const isMentionedIn = (mentions: Mentions, userId: number, directory: Directory): boolean =>
  mentions.users.has(userId) || mentioningGroup(mentions, userId, directory) !== null;
