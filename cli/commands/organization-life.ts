import { Command } from "commander";
import { systemClock } from "@parlance/server/kernel/clock.ts";
import { deactivateRealm } from "@parlance/server/modules/organizations/settings/actions/deactivate-realm.ts";
import { moveRealm } from "@parlance/server/modules/organizations/settings/actions/move-realm.ts";
import { reactivateRealm } from "@parlance/server/modules/organizations/settings/actions/reactivate-realm.ts";
import { type OrganizationOptions, withOrganizationOption } from "../accounts.ts";
import { CommandError } from "../failure.ts";
import { addressOf, refuseTaken } from "../organization-address.ts";
import { openReadyInstallation } from "../migrations.ts";
import { chooseOrganization } from "../organizations.ts";
import { print } from "../output.ts";

export const organizationDeactivateCommand = (): Command =>
  withOrganizationOption(new Command("deactivate"))
    .summary("let nobody into an organization any more")
    .description(
      "Deactivates an organization, at once and on all servers: passwords and keys are refused, browsers are signed out, and " +
        "clients are told. What was to be sent later fails when it is due, letters that wait are thrown away, and old messages " +
        "are no longer deleted. Nothing else is lost: `reactivate` brings it back. Its owners get a letter.",
    )
    .addHelpText("after", "\nExample:\n  parlance organization deactivate --organization labs")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      await using installation = await openReadyInstallation(options);
      const realm = await chooseOrganization(installation.db.reader, installation.url, options.organization);
      if (realm.isDeactivated) throw new CommandError(`${realm.name} is deactivated already`);
      const closing = { realm, actorId: null, now: systemClock.now() };
      await installation.db.write((tx) => deactivateRealm(tx, closing));
      print(options, { id: realm.id, is_deactivated: true }, `${realm.name} is deactivated.`);
    });

export const organizationReactivateCommand = (): Command =>
  withOrganizationOption(new Command("reactivate"))
    .summary("bring a deactivated organization back")
    .description(
      "Makes an organization active again: people come in with the passwords and keys that they had. Browsers have to sign in " +
        "again. What failed to be sent meanwhile stays with its sender, who can send it after all.",
    )
    .addHelpText("after", "\nExample:\n  parlance organization reactivate --organization labs")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      await using installation = await openReadyInstallation(options);
      const realm = await chooseOrganization(installation.db.reader, installation.url, options.organization);
      if (!realm.isDeactivated) throw new CommandError(`${realm.name} is active`);
      await installation.db.write((tx) => reactivateRealm(tx, realm.id, systemClock.now()));
      print(options, { id: realm.id, is_deactivated: false }, `${realm.name} is active.`);
    });

export const organizationRenameCommand = (): Command =>
  withOrganizationOption(new Command("rename"))
    .summary("give an organization another address")
    .description(
      "Changes the subdomain at which an organization is. The former address goes on working until another organization takes it: " +
        "it sends browsers to the new one, and programs may use both. Everybody's browser has to sign in again, and clients " +
        "register anew. Letters that are written from now on have the new address. What the organization is called, its " +
        "administrators change in its settings.",
    )
    .argument("<subdomain>", "makes it <subdomain>.<the server's host>; '' puts it at the server's own address")
    .addHelpText("after", "\nExample:\n  parlance organization rename research --organization labs")
    .action(async (wanted: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      await using installation = await openReadyInstallation(options);
      const { db } = installation;
      const realm = await chooseOrganization(db.reader, installation.url, options.organization);
      const subdomain = wanted.toLowerCase();
      const url = addressOf(subdomain, installation.url);
      if (subdomain === realm.subdomain) throw new CommandError(`${realm.name} is at ${url} already`);
      await refuseTaken(db.reader, subdomain, installation.url);
      await db.write((tx) => moveRealm(tx, { realmId: realm.id, subdomain, now: systemClock.now() }));
      print(options, { id: realm.id, subdomain, url }, `${realm.name} is at ${url} now.`);
    });
