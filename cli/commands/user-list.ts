import { Command } from "commander";
import { usersOfRealm } from "@parlance/server/modules/users/core/queries.ts";
import { type OrganizationOptions, roleName, withOrganizationOption } from "../account-options.ts";
import { openReadyInstallation } from "../migrations.ts";
import { chooseOrganization } from "../organizations.ts";
import { print, table } from "../output.ts";

export const userListCommand = (): Command =>
  withOrganizationOption(new Command("list"))
    .summary("list accounts")
    .description("Lists users and bots, including deactivated ones.")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      await using installation = await openReadyInstallation(options);
      const { db, url } = installation;
      const { id: realmId } = await chooseOrganization(db.reader, url, options.organization);
      const users = (await usersOfRealm(db.reader, realmId)).map((row) => ({
        user_id: row.id,
        email: row.delivery_email,
        full_name: row.full_name,
        role: row.role,
        is_bot: row.bot_type !== null,
        is_active: row.is_active,
      }));
      const rows = users.map((user) => [
        String(user.user_id),
        user.email,
        user.full_name,
        `${roleName(user.role)}${user.is_bot ? " (bot)" : ""}`,
        user.is_active ? "" : "deactivated",
      ]);
      print(options, { users }, table(["ID", "ADDRESS", "NAME", "ROLE", ""], rows));
    });
