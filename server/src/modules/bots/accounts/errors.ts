import { defineError } from "@parlance/kernel/base/errors.ts";
import { MustBeAdministrator, MustBeOwner } from "@parlance/kernel/http/errors.ts";
import { NoSuchBot } from "#modules/bots/core/errors.ts";
import { InvalidChannelName } from "#modules/channels/core/errors.ts";
import {
  InsufficientPermission,
  InvalidNameCharacters,
  InvalidNameFormat,
  LastOwner,
  NameTooLong,
  NameTooShort,
  UniqueNamesRequired,
} from "#modules/users/core/errors.ts";

export const BadNameOrUsername = defineError({ text: "Bad name or username" });
export const UsernameInUse = defineError({ text: "Username already in use" });
export const NameInUse = defineError({ text: "Name is already in use!" });
export const NameUsedByActiveBot = defineError({
  text: ({ full_name }: { full_name: string }) =>
    `There is already an active bot named "${full_name}" in this organization: rename or deactivate that one first.`,
});

export const EmbeddedBotsDisabled = defineError({ text: "Embedded bots are not enabled." });
export const InvalidIntegration = defineError({
  text: ({ service_name }: { service_name: string }) => `Invalid integration '${service_name}'.`,
});
export const InvalidConfiguration = defineError({ text: "Invalid configuration data!" });
export const NotAnOutgoingWebhook = defineError({ text: "Only outgoing webhook bots have a payload URL." });

export const NewOwnerUnknown = defineError({ text: "Failed to change owner, no such user" });
export const NewOwnerDeactivated = defineError({ text: "Failed to change owner, user is deactivated" });
export const NewOwnerIsBot = defineError({ text: "Failed to change owner, bots can't own other bots" });

/** Errors about a bot's name, default channels or configuration. */
const settingErrors = [
  NameTooShort,
  NameTooLong,
  InvalidNameCharacters,
  InvalidNameFormat,
  UniqueNamesRequired,
  NameInUse,
  InvalidConfiguration,
  InvalidChannelName,
] as const;

export const botCreationErrors = [
  InsufficientPermission,
  ...settingErrors,
  BadNameOrUsername,
  UsernameInUse,
  EmbeddedBotsDisabled,
  InvalidIntegration,
] as const;

/** Errors for unknown bots, and for actors who may not change the bot or access its keys. */
export const botAccessErrors = [NoSuchBot, InsufficientPermission, MustBeOwner] as const;

export const botChangeErrors = [
  ...botAccessErrors,
  ...settingErrors,
  MustBeAdministrator,
  LastOwner,
  NotAnOutgoingWebhook,
  NewOwnerUnknown,
  NewOwnerDeactivated,
  NewOwnerIsBot,
] as const;
