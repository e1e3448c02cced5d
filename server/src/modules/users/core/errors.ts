import { z } from "zod";
import { defineError } from "@parlance/kernel/base/errors.ts";

export const NoSuchUser = defineError({ text: "No such user" });
export const InsufficientPermission = defineError({ text: "Insufficient permission" });

export const NameTooShort = defineError({ text: "Name too short!" });
export const NameTooLong = defineError({ text: "Name too long!" });
export const InvalidNameCharacters = defineError({ text: "Invalid characters in name!" });
export const InvalidNameFormat = defineError({ text: "Invalid format!" });
export const UniqueNamesRequired = defineError({
  text: "Unique names required in this organization.",
});

export const NotAllowedToCreateUsers = defineError({ text: "User not authorized to create users" });
export const InvalidEmailAddress = defineError({ text: "Enter a valid email address." });
export const EmailInUse = defineError({ text: "Email is already in use." });
export const WeakPassword = defineError({ text: "The password is too weak." });
export const PasswordTooLong = defineError({ text: "The password is too long." });

/** Errors about a name. */
export const nameErrors = [
  NameTooShort,
  NameTooLong,
  InvalidNameCharacters,
  InvalidNameFormat,
  UniqueNamesRequired,
] as const;

/** Errors about the name, address and password of a new account. */
export const newAccountErrors = [...nameErrors, InvalidEmailAddress, WeakPassword, PasswordTooLong] as const;

export const NotAllowedToChangeEmails = defineError({ text: "User not authorized to change user emails" });
export const InvalidNewEmail = defineError({ text: "Invalid new email address." });
export const NewEmailInUse = defineError({
  text: ({ problem }: { problem: string }) => `New email value error: ${problem}`,
});

export const LastOwner = defineError({
  text: "The owner permission cannot be removed from the only organization owner.",
});

export const OnlyOwnerCannotLeave = defineError({ text: "Cannot deactivate the only organization owner" });
export const LastUserCannotLeave = defineError({
  code: "CANNOT_DEACTIVATE_LAST_USER",
  text: ({ entity }) => `Cannot deactivate the only ${entity}.`,
  fields: z.object({ entity: z.string(), is_last_owner: z.boolean() }),
});
