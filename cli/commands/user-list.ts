import { Command } from "commander";
import { loadRealmUsers } from "@parlance/server/modules/users/core/queries.ts";
import { type OrganizationOptions, formatRole, withOrganizationOption } from "../account-options.ts";
import { openReadyInstallation } from "../migrations.ts";
import { findOrganization } from "../organizations.ts";
import { printResult, formatTable } from "../output.ts";

export const userListCommand = (): Command =>
  withOrganizationOption(new Command("list"))
    .summary("list accounts")
    .description("Lists users and bots, including deactivated ones.")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      await using installation = await openReadyInstallation(options);
      const { db, url } = installation;
      const { id: realmId } = await findOrganization(db.reader, url, options.organization);
      const users = (await loadRealmUsers(db.reader, realmId)).map((row) => ({
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
        `${formatRole(user.role)}${user.is_bot ? " (bot)" : ""}`,
        user.is_active ? "" : "deactivated",
      ]);
      printResult(options, { users }, formatTable(["ID", "ADDRESS", "NAME", "ROLE", ""], rows));
    });
