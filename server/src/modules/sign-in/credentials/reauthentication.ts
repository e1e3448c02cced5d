import type { Read } from "@parlance/kernel/http/context.ts";
import { RateLimitHit, ServerBusy } from "@parlance/kernel/http/errors.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import {
  AuthenticationFailed,
  FreshSignInRequired,
  PasswordAuthDisabled,
  PasswordIsIncorrect,
} from "../core/errors.ts";
import { checkLogin, type LoginServices } from "./password-login.ts";
import { currentSessionId } from "../sessions/sessions.ts";

/** What `assertOwnPassword` throws. */
export const ownPasswordErrors = [PasswordIsIncorrect, PasswordAuthDisabled, RateLimitHit, ServerBusy] as const;

/**
 * Has somebody who is signed in give their password once more. Wrong ones count as those of logins do.
 * @throws one of `ownPasswordErrors`
 */
export async function assertOwnPassword(services: LoginServices, ctx: Read, password: string): Promise<void> {
  const { actor, snapshot, realm, request, now } = ctx;
  const { delivery_email: username } = required(snapshot.get(users).get(actor.id));
  await checkLogin(services, { realm, origin: request, username, password }, now).catch((error: unknown) => {
    throw error instanceof AuthenticationFailed ? new PasswordIsIncorrect() : error;
  });
}

/** The parameter of what takes a proof. */
export const ownPasswordParam = () =>
  text().optional().describe("Not required in a browser that signed in within the last 15 minutes.");

/** What `assertReauthenticated` throws. */
export const reauthenticationErrors = [...ownPasswordErrors, FreshSignInRequired] as const;

/** How long after signing in with a browser somebody need not prove once more who they are, in milliseconds. */
const REAUTHENTICATION_VALID_MS = 15 * 60_000;

/** Whether the browser that asks was signed in lately. */
export async function hasRecentSignIn({ db, actor, now }: Pick<Read, "db" | "actor" | "now">): Promise<boolean> {
  const since = new Date(now.getTime() - REAUTHENTICATION_VALID_MS);
  const session = await db
    .selectFrom("web_session")
    .select("id")
    .where("id", "=", currentSessionId(actor))
    .where("user_id", "=", actor.id)
    .where("created_at", ">", since)
    .executeTakeFirst();
  return session !== undefined;
}

/**
 * Has somebody who is signed in prove once more who they are: by their password, or, as not everybody has one, by having signed
 * in a moment ago.
 * @throws one of `reauthenticationErrors`
 */
export async function assertReauthenticated(services: LoginServices, ctx: Read, password?: string): Promise<void> {
  if (password !== undefined) return assertOwnPassword(services, ctx, password);
  if (!(await hasRecentSignIn(ctx))) throw new FreshSignInRequired();
}
