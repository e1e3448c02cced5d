import { z } from "zod";
import { endpoint, type Endpoint } from "#kernel/http/endpoint.ts";
import { RateLimitHit, ServerBusy } from "#kernel/http/errors.ts";
import type { LdapSettings } from "#kernel/config/ldap-settings.ts";
import type { RateLimitRules } from "#kernel/rate-limits/rules.ts";
import { emailRuleErrors } from "#modules/organizations/core/email-rules.ts";
import { EmailInUse, InvalidEmailAddress, nameErrors, NoSuchUser } from "#modules/users/core/errors.ts";
import { changeOwnAccount } from "../actions/change-own-account.ts";
import { EmailChangesDisabled, passwordErrors } from "../own-account-errors.ts";
import { preparePasswordChange } from "../password-change.ts";
import { settingsInput } from "../settings-input.ts";

interface Rules {
  readonly limits: RateLimitRules;
  /** How an LDAP server is asked; undefined where none is. */
  readonly ldap: LdapSettings | undefined;
}

export const changeSettings = ({ limits, ldap }: Rules, where: Pick<Endpoint, "route" | "deprecated">) =>
  endpoint.write({
    ...where,
    summary: "Change one's own account and settings",
    description:
      "Only what is sent changes, all of it or nothing. Another password signs out all browsers; the API key stays. Another " +
      "e-mail address takes effect once the link in a letter to it is followed, within a day; this can be asked for twice " +
      "an hour and five times a day. Where names cannot be changed, `full_name` is passed over.",
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
