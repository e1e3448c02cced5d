import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "#modules/sign-in/passwords/password-hashing.ts";
import { PasswordTooLong, WeakPassword } from "#modules/users/core/errors.ts";
import { assertPasswordAllowed } from "#modules/users/accounts/new-account-checks.ts";
import type { Field, Problems } from "../layout/form.ts";

const EXAMPLE = "Several unrelated words make a good one.";

/** Input for a new password. */
export const newPasswordField: Field = {
  name: "password",
  label: "Password",
  type: "password",
  autocomplete: "new-password",
  hint: `At least ${MIN_PASSWORD_LENGTH} characters, and not easy to guess. ${EXAMPLE}`,
};

/**
 * Returns the problems of a new password, to be shown at `newPasswordField`; empty if the password is allowed. `about`
 * lists facts about the user that others know, such as the name: a password derived from them is rejected.
 * @throws ServerBusy
 */
export async function passwordProblems(password: string, about: readonly string[]): Promise<Problems> {
  if (password === "") return { password: "Choose a password." };
  const { length } = password;
  if (length < MIN_PASSWORD_LENGTH)
    return { password: `The password must have at least ${MIN_PASSWORD_LENGTH} characters.` };
  try {
    await assertPasswordAllowed(password, about);
    return {};
  } catch (error) {
    if (error instanceof PasswordTooLong)
      return { password: `The password can have at most ${MAX_PASSWORD_LENGTH} characters.` };
    if (error instanceof WeakPassword)
      return { password: `This password is too easy to guess. Choose another one. ${EXAMPLE}` };
    throw error;
  }
}
