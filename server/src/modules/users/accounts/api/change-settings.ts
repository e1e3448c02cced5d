import { z } from "zod";
import { endpoint, type Endpoint } from "@parlance/kernel/http/endpoint.ts";
import { RateLimitHit, ServerBusy } from "@parlance/kernel/http/errors.ts";
import type { LdapSettings } from "#modules/sign-in/ldap/settings.ts";
import { emailRuleErrors } from "#modules/organizations/core/email-rules.ts";
import { EmailInUse, InvalidEmailAddress, nameErrors, NoSuchUser } from "#modules/users/core/errors.ts";
import type { AccountChangeRateRules } from "../own-account/email-change-limit.ts";
import { changeOwnAccount } from "../actions/change-own-account.ts";
import { EmailChangesDisabled, passwordErrors } from "../own-account/own-account-errors.ts";
import { preparePasswordChange } from "../own-account/password-change.ts";
import { settingsInput } from "../own-account/own-settings-input.ts";

interface ChangeSettingsOptions {
  readonly limits: AccountChangeRateRules;
  /** Settings of the LDAP server, or undefined if login by LDAP is not configured. */
  readonly ldap: LdapSettings | undefined;
}

export const changeSettings = (
  { limits, ldap }: ChangeSettingsOptions,
  where: Pick<Endpoint, "route" | "deprecated">,
) =>
  endpoint.write({
    ...where,
    summary: "Update your account and settings",
    description:
      "Omitted parameters stay unchanged. Either every change is made or none. A new password ends all " +
      "sessions except the one that changes it; the API key stays valid. A new email address takes effect once the " +
      "user follows the link in the confirmation email, within a day; it can be requested twice an hour and five " +
      "times a day. If the organization does not allow name changes, `full_name` is ignored.",
    access: "user",
    humansOnly: true,
    input: settingsInput,
    response: z.object({}),
    errors: [
      ...passwordErrors,
      ...nameErrors,
      EmailChangesDisabled,
      InvalidEmailAddress,
      ...emailRuleErrors,
      EmailInUse,
      RateLimitHit,
      NoSuchUser,
      ServerBusy,
    ],
    prepare: (ctx, { input }) => preparePasswordChange(ctx, { limits, ldap }, input),
    async handler(ctx, { input }, password) {
      const { full_name, email, old_password: _old, new_password: _new, ...settings } = input;
      const changes = { full_name, email, password, settings, emailRules: limits.emailChange };
      return (await changeOwnAccount(ctx, changes)) ?? {};
    },
  });
