import { Command } from "commander";
import type { Role } from "@parlance/contract/entities/roles.ts";
import { hashPassword } from "@parlance/server/modules/sign-in/passwords/password-hashing.ts";
import { systemClock } from "@parlance/kernel/base/clock.ts";
import { createUserAsAdmin } from "@parlance/server/modules/users/accounts/actions/creation/create-user-as-admin.ts";
import {
  type OperatorRights,
  setOperatorRights,
} from "@parlance/server/modules/users/accounts/actions/set-operator-rights.ts";
import { parseNewAccount } from "@parlance/server/modules/users/accounts/new-account-checks.ts";
import { type OrganizationOptions, formatRole, roleOption, withOrganizationOption } from "../account-options.ts";
import { openReadyInstallation } from "../migrations.ts";
import { findOrganization } from "../organizations.ts";
import { printResult } from "../output.ts";
import { choosePassword, type PasswordOptions } from "../choose-password.ts";
import { withPasswordOptions } from "./password-options.ts";

interface CreateOptions extends OrganizationOptions, PasswordOptions, OperatorRights {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

export const userCreateCommand = (): Command =>
  withPasswordOptions(withOrganizationOption(new Command("create")))
    .summary("create an account")
    .description("Creates an account and, except for guests, subscribes it to the default channels.")
    .requiredOption("--email <address>", "email address, used to log in")
    .requiredOption("--name <name>", "full name")
    .addOption(roleOption())
    .option("--can-create-users", "allow the administrator to create users over the API")
    .option("--can-change-emails", "allow the administrator to change email addresses of other users over the API")
    .addHelpText(
      "after",
      `
Examples:
  parlance user create --email kofi@example.com --name "Kofi Mensah"
  printf %s "$PASSWORD" | parlance user create --email ines@example.com --name "Inês Carvalho" \\
    --role administrator --password-stdin --json`,
    )
    .action(async (_options: unknown, command: Command) => create(command.optsWithGlobals<CreateOptions>()));

async function create(options: CreateOptions): Promise<void> {
  const { password, isGenerated } = await choosePassword(options);
  const account = await parseNewAccount({ fullName: options.name, email: options.email, password });
  const passwordHash = await hashPassword(password);
  const { role } = options;

  await using installation = await openReadyInstallation(options);
  const { db, url } = installation;
  const realm = await findOrganization(db.reader, url, options.organization);
  const { id } = await db.write(async (tx) => {
    const row = await createUserAsAdmin(tx, {
      realm,
      role,
      passwordHash,
      actorId: null,
      now: systemClock.now(),
      ...account,
    });
    await setOperatorRights(tx, row.id, options);
    return row;
  });

  printResult(
    options,
    { user_id: id, email: account.email, role, ...(isGenerated ? { password } : {}) },
    `Created ${formatRole(role)} ${account.fullName} (${id}), who logs in at ${realm.url} as ${account.email}` +
      `${isGenerated ? ` with the password ${password}` : ""}.`,
  );
}
