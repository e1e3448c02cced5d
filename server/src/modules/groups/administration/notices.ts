import type { Write } from "#kernel/http/context.ts";
import { postNotices, type Notice } from "#modules/messages/send/actions/post-notices.ts";
import { silentMention } from "#modules/users/core/silent-mention.ts";
import type { GroupPerson } from "#modules/groups/core/members/active-users.ts";

/** Who came into a group, and who left it. */
export interface MemberNews {
  readonly groupName: string;
  readonly added: readonly GroupPerson[];
  readonly removed: readonly GroupPerson[];
}

/** Tells people what somebody else did to their membership. Takes the organization's position. */
export async function postMemberNews(ctx: Write, { groupName, added, removed }: MemberNews): Promise<void> {
  const { tx, actor } = ctx;
  const others = (people: readonly GroupPerson[]) => people.filter(({ id, isBot }) => !isBot && id !== actor.id);
  const [joined, left] = [others(added), others(removed)];
  if (joined.length + left.length === 0) return;
  const mention = await silentMention(tx, actor.id);
  const notices = (people: readonly GroupPerson[], act: string): Notice[] =>
    people.map(({ id: userId }) => ({ to: { userId }, content: `${mention} ${act} the group @_*${groupName}*.` }));
  await postNotices(tx, ctx, [...notices(joined, "added you to"), ...notices(left, "removed you from")]);
}
