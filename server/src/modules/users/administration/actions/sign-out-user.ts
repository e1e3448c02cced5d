import { endSessions } from "#modules/sign-in/sessions/actions/end-sessions.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { lockUserToSecure } from "../policy.ts";

/**
 * Ends all browser sessions of a user, on behalf of an administrator.
 * @returns the number of ended sessions
 * @throws NoSuchUser, MustBeOwner
 */
export async function signOutUser({ tx, actor, now }: Write, userId: number): Promise<number> {
  await lockUserToSecure({ tx, actor }, userId);
  const ended = await endSessions(tx, [userId]);
  await recordAct(tx, {
    realmId: actor.realmId,
    actorId: actor.id,
    act: "user.signed_out",
    targetId: userId,
    before: { sessions: ended },
    after: { sessions: 0 },
    now,
  });
  return ended;
}
