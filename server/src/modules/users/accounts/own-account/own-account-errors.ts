import { PasswordTooLong } from "#modules/users/core/errors.ts";
import { defineError } from "@parlance/kernel/base/errors.ts";

export const EmailChangesDisabled = defineError({
  text: "Email address changes are disabled in this organization.",
});
export const WrongPassword = defineError({ text: "Wrong password!" });
export const PasswordManagedByLdap = defineError({ text: "Your password is managed in LDAP" });
export const NewPasswordTooWeak = defineError({ text: "New password is too weak!" });
export const TooManyPasswordAttempts = defineError({
  text: ({ seconds }: { seconds: number }) => `You're making too many attempts! Try again in ${seconds} seconds.`,
});

/** Errors about a change of the password. */
export const passwordErrors = [
  WrongPassword,
  PasswordManagedByLdap,
  TooManyPasswordAttempts,
  NewPasswordTooWeak,
  PasswordTooLong,
] as const;
