import { Command } from "commander";
import { systemClock } from "@parlance/kernel/base/clock.ts";
import { deactivateRealm } from "@parlance/server/modules/organizations/settings/actions/deactivate-realm.ts";
import { moveRealm } from "@parlance/server/modules/organizations/settings/actions/move-realm.ts";
import { reactivateRealm } from "@parlance/server/modules/organizations/settings/actions/reactivate-realm.ts";
import { type OrganizationOptions, withOrganizationOption } from "../account-options.ts";
import { CommandError } from "../command-error.ts";
import { organizationUrl, assertSubdomainAvailable } from "../organization-url.ts";
import { openReadyInstallation } from "../migrations.ts";
import { findOrganization } from "../organizations.ts";
import { printResult } from "../output.ts";

export const organizationDeactivateCommand = (): Command =>
  withOrganizationOption(new Command("deactivate"))
    .summary("deactivate an organization")
    .description(
      "Deactivates an organization immediately: passwords and API keys stop working, browsers are logged out, and clients " +
        "are notified. Scheduled messages that come due fail, waiting emails are discarded, and old messages are not deleted " +
        "meanwhile. All other data is kept: `reactivate` restores the organization. Its owners are notified by email.",
    )
    .addHelpText("after", "\nExample:\n  parlance organization deactivate --organization labs")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      await using installation = await openReadyInstallation(options);
      const realm = await findOrganization(installation.db.reader, installation.url, options.organization);
      if (realm.isDeactivated) throw new CommandError(`${realm.name} is already deactivated`);
      const closing = { realm, actorId: null, now: systemClock.now() };
      await installation.db.write((tx) => deactivateRealm(tx, closing));
      printResult(options, { id: realm.id, is_deactivated: true }, `${realm.name} is deactivated.`);
    });

export const organizationReactivateCommand = (): Command =>
  withOrganizationOption(new Command("reactivate"))
    .summary("reactivate a deactivated organization")
    .description(
      "Reactivates an organization: users log in with the passwords and API keys they had. Browsers have to log in again. " +
        "Scheduled messages that failed in the meantime stay with their senders, who can send them again.",
    )
    .addHelpText("after", "\nExample:\n  parlance organization reactivate --organization labs")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      await using installation = await openReadyInstallation(options);
      const realm = await findOrganization(installation.db.reader, installation.url, options.organization);
      if (!realm.isDeactivated) throw new CommandError(`${realm.name} is active`);
      await installation.db.write((tx) => reactivateRealm(tx, realm.id, systemClock.now()));
      printResult(options, { id: realm.id, is_deactivated: false }, `${realm.name} is active.`);
    });

export const organizationRenameCommand = (): Command =>
  withOrganizationOption(new Command("rename"))
    .summary("change an organization's subdomain")
    .description(
      "Changes the subdomain of an organization. The former address keeps working until another organization uses it: " +
        "browsers are redirected, and API clients can use both. All browsers have to log in again, and clients " +
        "register new event queues. New emails contain the new address. The organization's name can be changed by its " +
        "administrators in the organization settings.",
    )
    .argument("<subdomain>", "new subdomain; '' for the server's own address")
    .addHelpText("after", "\nExample:\n  parlance organization rename research --organization labs")
    .action(async (wanted: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      await using installation = await openReadyInstallation(options);
      const { db } = installation;
      const realm = await findOrganization(db.reader, installation.url, options.organization);
      const subdomain = wanted.toLowerCase();
      const url = organizationUrl(subdomain, installation.url);
      if (subdomain === realm.subdomain) throw new CommandError(`${realm.name} is already at ${url}`);
      await assertSubdomainAvailable(db.reader, subdomain, installation.url);
      await db.write((tx) => moveRealm(tx, { realmId: realm.id, subdomain, now: systemClock.now() }));
      printResult(options, { id: realm.id, subdomain, url }, `${realm.name} is now at ${url}.`);
    });
