import { Command, InvalidArgumentError } from "commander";
import { resetSecondFactors } from "@parlance/server/modules/sign-in/passkeys/actions/reset-second-factors.ts";
import { TwoFactorIsOff } from "@parlance/server/modules/sign-in/core/errors.ts";
import { systemClock } from "@parlance/kernel/base/clock.ts";
import { parseRateRules } from "@parlance/kernel/rate-limits/rate-limit-rules.ts";
import { deactivateUser } from "@parlance/server/modules/users/accounts/actions/deactivate-user.ts";
import { reactivateUser } from "@parlance/server/modules/users/administration/actions/reactivate-user.ts";
import { setRateLimit } from "@parlance/server/modules/users/accounts/actions/set-rate-limit.ts";
import { findUser } from "@parlance/server/modules/users/core/queries.ts";
import { findAccount, type OrganizationOptions, withOrganizationOption } from "../account-options.ts";
import { CommandError } from "../command-error.ts";
import { openReadyInstallation } from "../migrations.ts";
import { printResult } from "../output.ts";

export const userDeactivateCommand = (): Command =>
  withOrganizationOption(new Command("deactivate"))
    .summary("deactivate an account")
    .description(
      "Deactivates an account and the bots it owns: passwords and API keys stop working, browsers are logged out, event " +
        "queues are closed, and invitations are revoked. Messages are kept. The only owner of an organization cannot be deactivated.",
    )
    .argument("<email>", "email address of the account")
    .addHelpText("after", "\nExample:\n  parlance user deactivate kofi@example.com")
    .action(async (email: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      await using installation = await openReadyInstallation(options);
      const { organization: realm, account } = await findAccount(installation, options, email);
      const deactivation = { realm, actorId: null, userId: account.id, now: systemClock.now() };
      await installation.db.write((tx) => deactivateUser(tx, deactivation));
      printResult(options, { user_id: account.id, is_active: false }, `${account.full_name} is deactivated.`);
    });

/**
 * Parses rate limits, in the format of the setting for all accounts. Returns null for `default`, which restores that
 * setting.
 */
function parseLimit(text: string): string | null {
  if (text === "default") return null;
  if (parseRateRules(text) === null) {
    throw new InvalidArgumentError("It must be a comma-separated list of `seconds:count` rules, off, or default.");
  }
  return text;
}

export const userSetRateLimitCommand = (): Command =>
  withOrganizationOption(new Command("set-rate-limit"))
    .summary("change the rate limit of an account")
    .description(
      "Sets a rate limit for one account, for example for a busy bot, instead of PARLANCE_RATE_LIMIT_ACCOUNT.",
    )
    .argument("<email>", "email address of the account")
    .argument("<rules>", "comma-separated `seconds:count` rules, off, or default", parseLimit)
    .addHelpText("after", "\nExample:\n  parlance user set-rate-limit build-bot@example.com 60:1000")
    .action(async (email: string, rules: string | null, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      await using installation = await openReadyInstallation(options);
      const { account } = await findAccount(installation, options, email);
      await installation.db.write((tx) => setRateLimit(tx, account.id, rules));
      const text = `${account.full_name} now has the ${rules === null ? "default rate limit" : `rate limit ${rules}`}.`;
      printResult(options, { user_id: account.id, rate_limit: rules }, text);
    });

export const userResetTwoFactorCommand = (): Command =>
  withOrganizationOption(new Command("reset-two-factor"))
    .summary("turn off two-factor authentication for an account")
    .description(
      "Lets a user who lost their authenticator or passkeys log in without them: authenticator, passkeys and recovery codes are " +
        "removed. The user is notified by email. Verify that the request really comes from the user.",
    )
    .argument("<email>", "email address of the account")
    .addHelpText("after", "\nExample:\n  parlance user reset-two-factor kofi@example.com")
    .action(async (email: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      await using installation = await openReadyInstallation(options);
      const { organization: realm, account } = await findAccount(installation, options, email);
      const owner = { realm, userId: account.id, now: systemClock.now() };
      try {
        await installation.db.write((tx) => resetSecondFactors(tx, owner, null));
      } catch (error) {
        if (error instanceof TwoFactorIsOff)
          throw new CommandError(`${account.full_name} has no two-factor authentication or passkeys`);
        throw error;
      }
      printResult(
        options,
        { user_id: account.id, two_factor: false },
        `${account.full_name} can log in without a code or passkey.`,
      );
    });

export const userReactivateCommand = (): Command =>
  withOrganizationOption(new Command("reactivate"))
    .summary("reactivate a deactivated account")
    .description(
      "Reactivates an account with its channels and groups. Bots are reactivated individually, after their owners.",
    )
    .argument("<email>", "email address of the account")
    .addHelpText("after", "\nExample:\n  parlance user reactivate kofi@example.com")
    .action(async (email: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      await using installation = await openReadyInstallation(options);
      const { db } = installation;
      const { organization, account } = await findAccount(installation, options, email);
      const { bot_owner_id: ownerId } = account;
      const owner = ownerId === null ? undefined : await findUser(db.reader, organization.id, ownerId);
      if (owner?.is_active === false) throw new CommandError(`its owner, ${owner.full_name}, is deactivated`);
      const now = systemClock.now();
      await db.write((tx) => reactivateUser(tx, { realmId: organization.id, request: null, userId: account.id, now }));
      printResult(options, { user_id: account.id, is_active: true }, `${account.full_name} is active.`);
    });
