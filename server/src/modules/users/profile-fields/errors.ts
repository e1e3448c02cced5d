import { defineError } from "@parlance/kernel/base/errors.ts";
import { InvalidMember } from "#modules/groups/core/errors.ts";

export const FieldNotFound = defineError({
  text: ({ field_id }: { field_id: number }) => `Field id ${field_id} not found.`,
});
export const BlankLabel = defineError({ text: "Label cannot be blank." });
export const LabelInUse = defineError({ text: "A field with that label already exists." });
export const NoChoices = defineError({ text: "Field must have at least one choice." });
export const DuplicateChoices = defineError({ text: "Field must not have duplicate choices." });
export const UnknownExternalAccount = defineError({ text: "Invalid external account type" });
export const UrlPatternMissing = defineError({ text: "Custom external account must define URL pattern" });
export const PlaceholderMissing = defineError({ text: "URL pattern must contain '%(username)s'." });
export const TypeNotAllowedInSummary = defineError({
  text: "Field type not supported for display in profile summary.",
});
export const SummaryFull = defineError({
  text: "Only 2 custom profile fields can be displayed in the profile summary.",
});
export const DefaultExternalAccountIsFixed = defineError({ text: "Default custom field cannot be updated." });
export const InvalidOrder = defineError({ text: "Invalid order mapping." });

/** Errors about a field. */
export const fieldErrors = [
  BlankLabel,
  LabelInUse,
  NoChoices,
  DuplicateChoices,
  UnknownExternalAccount,
  UrlPatternMissing,
  PlaceholderMissing,
  TypeNotAllowedInSummary,
  SummaryFull,
] as const;

export const NotEditable = defineError({
  text: "You are not allowed to change this field. Contact an administrator to update it.",
});
export const BotsHaveNoProfile = defineError({ text: "Bots have no custom profile fields." });
export const InvalidChoice = defineError({
  text: ({ value, field_name }: { value: string; field_name: string }) =>
    `'${value}' is not a valid choice for '${field_name}'.`,
});
export const ListedUserDeactivated = defineError({
  text: ({ user_id }: { user_id: number }) => `User with ID ${user_id} is deactivated`,
});
export const ListedUserIsBot = defineError({
  text: ({ user_id }: { user_id: number }) => `User with ID ${user_id} is a bot`,
});

/** Errors about changes to a user's profile. */
export const profileErrors = [
  FieldNotFound,
  NotEditable,
  BotsHaveNoProfile,
  InvalidChoice,
  InvalidMember,
  ListedUserDeactivated,
  ListedUserIsBot,
] as const;
