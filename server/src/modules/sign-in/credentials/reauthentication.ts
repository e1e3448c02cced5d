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

/** Errors that `assertOwnPassword` throws. */
export const ownPasswordErrors = [PasswordIsIncorrect, PasswordAuthDisabled, RateLimitHit, ServerBusy] as const;

/**
 * Checks the password of a user who is already logged in. Wrong passwords count toward the same limits as at logins.
 * @throws one of `ownPasswordErrors`
 */
export async function assertOwnPassword(services: LoginServices, ctx: Read, password: string): Promise<void> {
  const { actor, snapshot, realm, request, now } = ctx;
  const { delivery_email: username } = required(snapshot.get(users).get(actor.id));
  await checkLogin(services, { realm, origin: request, username, password }, now).catch((error: unknown) => {
    throw error instanceof AuthenticationFailed ? new PasswordIsIncorrect() : error;
  });
}

/** Password parameter of endpoints that require reauthentication. */
export const ownPasswordParam = () =>
  text().optional().describe("Not required in a browser that signed in within the last 15 minutes.");

/** Errors that `assertReauthenticated` throws. */
export const reauthenticationErrors = [...ownPasswordErrors, FreshSignInRequired] as const;

/** Time after a login in a browser during which no reauthentication is needed, in milliseconds. */
const REAUTHENTICATION_VALID_MS = 15 * 60_000;

/** Whether the request's browser session was created recently. */
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
 * Requires a user who is already logged in to authenticate again: either with the password, or, because some users have
 * none, by having logged in recently.
 * @throws one of `reauthenticationErrors`
 */
export async function assertReauthenticated(services: LoginServices, ctx: Read, password?: string): Promise<void> {
  if (password !== undefined) return assertOwnPassword(services, ctx, password);
  if (!(await hasRecentSignIn(ctx))) throw new FreshSignInRequired();
}
