import { Command } from "commander";
import type { Role } from "@parlance/contract/entities/roles.ts";
import { deriveApiKey } from "@parlance/server/modules/sign-in/api-keys/api-key.ts";
import { hashPassword } from "@parlance/server/modules/sign-in/passwords/password-hashing.ts";
import {
  assertSecretMatches,
  findSecretFingerprint,
  loadOrCreateSecret,
} from "@parlance/server/modules/sign-in/core/server-secret.ts";
import { systemClock } from "@parlance/kernel/base/clock.ts";
import { regenerateUserApiKey } from "@parlance/server/modules/users/accounts/actions/regenerate-api-key.ts";
import {
  type OperatorRights,
  setOperatorRights,
} from "@parlance/server/modules/users/accounts/actions/set-operator-rights.ts";
import { setPassword } from "@parlance/server/modules/sign-in/passwords/actions/set-password.ts";
import { setRole } from "@parlance/server/modules/users/accounts/actions/set-role.ts";
import { assertPasswordAllowed } from "@parlance/server/modules/users/accounts/new-account-checks.ts";
import { loadApiKeyVersion } from "@parlance/server/modules/users/core/queries.ts";
import {
  findAccount,
  type OrganizationOptions,
  parseRole,
  formatRole,
  roleNames,
  withOrganizationOption,
} from "../account-options.ts";
import { openReadyInstallation } from "../migrations.ts";
import { printResult } from "../output.ts";
import { choosePassword, type PasswordOptions } from "../choose-password.ts";
import { withPasswordOptions } from "./password-options.ts";

export const userSetRoleCommand = (): Command =>
  withOrganizationOption(new Command("set-role"))
    .summary("change the role of an account")
    .description("Changes the role of an account. Connected clients are notified immediately.")
    .argument("<email>", "email address of the account")
    .argument("<role>", roleNames, parseRole)
    .option("--can-create-users", "allow the administrator to create users over the API")
    .option("--no-can-create-users", "no longer")
    .option("--can-change-emails", "allow the administrator to change email addresses of other users over the API")
    .option("--no-can-change-emails", "no longer")
    .addHelpText("after", "\nExample:\n  parlance user set-role kofi@example.com administrator --can-create-users")
    .action(async (email: string, role: Role, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions & OperatorRights>();
      await using installation = await openReadyInstallation(options);
      const { db } = installation;
      const { organization, account } = await findAccount(installation, options, email);
      await db.write(async (tx) => {
        const change = { realmId: organization.id, userId: account.id, role, actorId: null };
        await setRole(tx, { ...change, now: systemClock.now() });
        await setOperatorRights(tx, account.id, options);
      });
      printResult(options, { user_id: account.id, role }, `${account.full_name} is now ${formatRole(role)}.`);
    });

export const userSetPasswordCommand = (): Command =>
  withPasswordOptions(withOrganizationOption(new Command("set-password")))
    .summary("change the password of an account")
    .description(
      "Changes the password of an account. Its API key stays the same; change it with `parlance user api-key --new`.",
    )
    .argument("<email>", "email address of the account")
    .addHelpText(
      "after",
      '\nExample:\n  printf %s "$PASSWORD" | parlance user set-password kofi@example.com --password-stdin',
    )
    .action(async (email: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions & PasswordOptions>();
      const { password, isGenerated } = await choosePassword(options);
      await assertPasswordAllowed(password, [email]);
      const passwordHash = await hashPassword(password);
      await using installation = await openReadyInstallation(options);
      const { account } = await findAccount(installation, options, email);
      await installation.db.write((tx) => setPassword(tx, account.id, passwordHash));
      const shown = isGenerated ? { password } : {};
      const text = `Changed the password of ${account.full_name}${isGenerated ? ` to ${password}` : ""}.`;
      printResult(options, { user_id: account.id, ...shown }, text);
    });

export const userApiKeyCommand = (): Command =>
  withOrganizationOption(new Command("api-key"))
    .summary("print the API key of an account")
    .description("Prints the API key of an account. Anyone who has it can do everything the account can.")
    .argument("<email>", "email address of the account")
    .option("--new", "generate a new key; the old one stops working immediately")
    .addHelpText("after", "\nExample:\n  parlance user api-key kofi@example.com --json")
    .action(async (email: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions & { new?: true }>();
      await using installation = await openReadyInstallation(options);
      const { db, dataDir, config } = installation;
      const secret = await loadOrCreateSecret(await findSecretFingerprint(db.reader), {
        dataDir,
        configured: config.secret,
      });
      await assertSecretMatches(db, secret);
      const { organization, account } = await findAccount(installation, options, email);
      const version = await (options.new
        ? db.write((tx) => regenerateUserApiKey(tx, account.id))
        : loadApiKeyVersion(db.reader, account.id));
      const key = deriveApiKey(secret, account.id, version);
      printResult(
        options,
        { user_id: account.id, email: account.delivery_email, api_key: key, site: organization.url },
        key,
      );
    });
