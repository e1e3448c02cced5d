import { Command, InvalidArgumentError } from "commander";
import { resetSecondFactors } from "@parlance/server/modules/sign-in/actions/set-second-factor.ts";
import { TwoFactorIsOff } from "@parlance/server/modules/sign-in/errors.ts";
import { systemClock } from "@parlance/server/kernel/clock.ts";
import { parseRateRules } from "@parlance/server/kernel/rate-limits/rules.ts";
import { deactivateUser } from "@parlance/server/modules/users/accounts/actions/deactivate-user.ts";
import { reactivateUser } from "@parlance/server/modules/users/administration/actions/reactivate-user.ts";
import { setRateLimit } from "@parlance/server/modules/users/accounts/actions/set-rate-limit.ts";
import { findUser } from "@parlance/server/modules/users/core/queries.ts";
import { findAccount, type OrganizationOptions, withOrganizationOption } from "../accounts.ts";
import { CommandError } from "../failure.ts";
import { openReadyInstallation } from "../migrations.ts";
import { print } from "../output.ts";

export const userDeactivateCommand = (): Command =>
  withOrganizationOption(new Command("deactivate"))
    .summary("let nobody in with an account any more")
    .description(
      "Deactivates an account, and the bots that it owns: passwords and keys are refused, browsers are signed out, event " +
        "queues are closed, invitations are revoked. What was written stays. The only owner of an organization stays, too.",
    )
    .argument("<email>", "the account's e-mail address")
    .addHelpText("after", "\nExample:\n  parlance user deactivate kofi@example.com")
    .action(async (email: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      await using installation = await openReadyInstallation(options);
      const { organization: realm, account } = await findAccount(installation, options, email);
      const departure = { realm, actorId: null, userId: account.id, now: systemClock.now() };
      await installation.db.write((tx) => deactivateUser(tx, departure));
      print(options, { user_id: account.id, is_active: false }, `${account.full_name} is deactivated.`);
    });

/** Rules as the setting for all accounts takes them; null: the setting's own. */
function parseLimit(text: string): string | null {
  if (text === "default") return null;
  if (parseRateRules(text) === null) {
    throw new InvalidArgumentError("It takes rules `seconds:count` between commas, off, or default.");
  }
  return text;
}

export const userSetRateLimitCommand = (): Command =>
  withOrganizationOption(new Command("set-rate-limit"))
    .summary("let an account ask for more, or for less")
    .description(
      "Gives an account rate limits of its own instead of PARLANCE_RATE_LIMIT_ACCOUNT, such as a bot that has much to say.",
    )
    .argument("<email>", "the account's e-mail address")
    .argument("<rules>", "rules `seconds:count` between commas; off; or default, as all others", parseLimit)
    .addHelpText("after", "\nExample:\n  parlance user set-rate-limit build-bot@example.com 60:1000")
    .action(async (email: string, rules: string | null, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      await using installation = await openReadyInstallation(options);
      const { account } = await findAccount(installation, options, email);
      await installation.db.write((tx) => setRateLimit(tx, account.id, rules));
      const text = `${account.full_name} has ${rules === null ? "the rate limit of all others" : `the rate limit ${rules}`}.`;
      print(options, { user_id: account.id, rate_limit: rules }, text);
    });

export const userResetTwoFactorCommand = (): Command =>
  withOrganizationOption(new Command("reset-two-factor"))
    .summary("let somebody in who has lost their authenticator or passkeys")
    .description(
      "Lets somebody sign in without a code or a passkey again: their authenticator, their passkeys and their codes for recovery are " +
        "forgotten. They get a letter. Make sure that it is they who ask.",
    )
    .argument("<email>", "the account's e-mail address")
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
          throw new CommandError(`${account.full_name} signs in without a code or a passkey`);
        throw error;
      }
      print(
        options,
        { user_id: account.id, two_factor: false },
        `${account.full_name} signs in without a code or a passkey.`,
      );
    });

export const userReactivateCommand = (): Command =>
  withOrganizationOption(new Command("reactivate"))
    .summary("bring a deactivated account back")
    .description("Reactivates an account, with its channels and groups. Bots come back one by one, after their owners.")
    .argument("<email>", "the account's e-mail address")
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
      await db.write((tx) => reactivateUser(tx, { realmId: organization.id, actor: null, userId: account.id, now }));
      print(options, { user_id: account.id, is_active: true }, `${account.full_name} is active.`);
    });
