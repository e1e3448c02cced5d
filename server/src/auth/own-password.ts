import type { Read } from "#kernel/http/context.ts";
import { RateLimitHit, ServerBusy } from "#kernel/http/errors.ts";
import { required } from "#kernel/required.ts";
import { people } from "#modules/1-ground/users/directory.ts";
import { AuthenticationFailed, PasswordAuthDisabled, PasswordIsIncorrect } from "./errors.ts";
import { checkLogin, type LoginServices } from "./logins.ts";

/** What `mustKnowPassword` throws. */
export const ownPasswordErrors = [PasswordIsIncorrect, PasswordAuthDisabled, RateLimitHit, ServerBusy] as const;

/**
 * Has somebody who is signed in give their password once more. Wrong ones count as those of logins do.
 * @throws one of `ownPasswordErrors`
 */
export async function mustKnowPassword(services: LoginServices, ctx: Read, password: string): Promise<void> {
  const { actor, directory, realm, request, now } = ctx;
  const { delivery_email: username } = required(directory.of(people).get(actor.id));
  await checkLogin(services, { realm, origin: request, username, password }, now).catch((error: unknown) => {
    throw error instanceof AuthenticationFailed ? new PasswordIsIncorrect() : error;
  });
}
