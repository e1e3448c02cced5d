import { Command } from "commander";
import { roles } from "@parlance/contract/entities/roles.ts";
import { hashPassword } from "@parlance/server/modules/sign-in/passwords/password-hashing.ts";
import { systemClock } from "@parlance/kernel/base/clock.ts";
import { createChannels } from "@parlance/server/modules/channels/core/actions/create-channels.ts";
import { createRealm } from "@parlance/server/modules/organizations/settings/actions/create-realm.ts";
import { createUser } from "@parlance/server/modules/users/accounts/actions/creation/create-user.ts";
import { setOperatorRights } from "@parlance/server/modules/users/accounts/actions/set-operator-rights.ts";
import { parseNewAccount } from "@parlance/server/modules/users/accounts/new-account-checks.ts";
import { openReadyInstallation } from "../migrations.ts";
import { organizationUrl, assertSubdomainAvailable } from "../organization-url.ts";
import { loadOrganizations } from "../organizations.ts";
import { type GlobalOptions, printResult, formatTable } from "../output.ts";
import { choosePassword, type PasswordOptions } from "../choose-password.ts";
import {
  organizationDeactivateCommand,
  organizationReactivateCommand,
  organizationRenameCommand,
} from "./organization-lifecycle.ts";
import { withPasswordOptions } from "./password-options.ts";

interface CreateOptions extends GlobalOptions, PasswordOptions {
  readonly name: string;
  readonly subdomain: string;
  readonly description?: string;
  readonly ownerEmail: string;
  readonly ownerName: string;
}

export const organizationCommand = (): Command =>
  new Command("organization")
    .summary("create and list organizations, and what becomes of them")
    .description("Creates, lists, deactivates, reactivates and renames the organizations of a server.")
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(organizationDeactivateCommand())
    .addCommand(organizationReactivateCommand())
    .addCommand(organizationRenameCommand());

const createCommand = (): Command =>
  withPasswordOptions(new Command("create"))
    .summary("create an organization and its owner")
    .description(
      "Creates an organization with an owner and a default channel `general`. The owner can create users over the " +
        "API.",
    )
    .requiredOption("--name <name>", "name of the organization")
    .requiredOption("--owner-email <address>", "email address of the owner")
    .requiredOption("--owner-name <name>", "full name of the owner")
    .option(
      "--subdomain <label>",
      "subdomain of the organization; without it, the organization is at the server's own address",
      "",
    )
    .option("--description <text>", "description, shown on the login page")
    .addHelpText(
      "after",
      `
Examples:
  parlance organization create --name "Acme" --owner-email ada@example.com --owner-name "Ada Okafor"
  printf %s "$PASSWORD" | parlance organization create --name "Labs" --subdomain labs \\
    --owner-email ada@example.com --owner-name "Ada Okafor" --password-stdin`,
    )
    .action(async (_options: unknown, command: Command) => create(command.optsWithGlobals<CreateOptions>()));

async function create(options: CreateOptions): Promise<void> {
  const { password, isGenerated } = await choosePassword(options);
  const owner = await parseNewAccount({ fullName: options.ownerName, email: options.ownerEmail, password });
  const passwordHash = await hashPassword(password);

  await using installation = await openReadyInstallation(options);
  const { db } = installation;
  const subdomain = options.subdomain.toLowerCase();
  const url = organizationUrl(subdomain, installation.url);
  await assertSubdomainAvailable(db.reader, subdomain, installation.url);
  const ids = await db.write(async (tx) => {
    const now = systemClock.now();
    const { name, description = "" } = options;
    const realm = { ...(await createRealm(tx, { subdomain, name, description, now })), url };
    const general = { name: "general", description: "For everyone", isDefault: true };
    await createChannels(tx, { realmId: realm.id, creatorId: null, now, channels: [general] });
    const { id: ownerId } = await createUser(tx, { realm, role: roles.owner, passwordHash, now, ...owner });
    await setOperatorRights(tx, ownerId, { canCreateUsers: true });
    return { id: realm.id, ownerId };
  });

  const shown = isGenerated ? { password } : {};
  printResult(
    options,
    { id: ids.id, name: options.name, url, owner: { user_id: ids.ownerId, email: owner.email, ...shown } },
    `Created ${options.name} at ${url}.\n` +
      `Its owner logs in as ${owner.email}${isGenerated ? ` with the password ${password}` : ""}.`,
  );
}

const listCommand = (): Command =>
  new Command("list")
    .summary("list organizations")
    .description("Lists the organizations of a server.")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      await using installation = await openReadyInstallation(options);
      const all = await loadOrganizations(installation.db.reader, installation.url);
      const rows = all.map(({ id, name, url, userCount, isDeactivated }) => [
        String(id),
        name,
        url,
        String(userCount),
        isDeactivated ? "deactivated" : "",
      ]);
      const data = all.map(({ id, name, subdomain, url, userCount, isDeactivated }) => ({
        id,
        name,
        subdomain,
        url,
        people: userCount,
        is_deactivated: isDeactivated,
      }));
      printResult(options, { organizations: data }, formatTable(["ID", "NAME", "ADDRESS", "PEOPLE", ""], rows));
    });
