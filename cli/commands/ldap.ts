import { Command } from "commander";
import { systemClock } from "@parlance/server/kernel/clock.ts";
import { createLogger } from "@parlance/server/kernel/log.ts";
import { DirectoryNotTrusted, synchronize } from "@parlance/server/modules/8-lifecycle/directory-sync/synchronize.ts";
import { CommandError } from "../failure.ts";
import { openReadyInstallation } from "../migrations.ts";
import { type GlobalOptions, print } from "../output.ts";

export const ldapCommand = (): Command =>
  new Command("ldap")
    .summary("have accounts follow the LDAP directory")
    .description("Works with the directory of people that the settings PARLANCE_LDAP_… name.")
    .addCommand(syncCommand());

const syncCommand = (): Command =>
  new Command("sync")
    .summary("synchronize accounts with the directory now")
    .description(
      "Reads the directory, and makes the accounts of its people follow it: their names; deactivated where somebody is gone, " +
        "disabled or may not use the organization; active again where a synchronization had deactivated them. Nobody is " +
        "deactivated where the directory does not answer, shows nobody, or too many would go at once.",
    )
    .option("--dry-run", "change nothing, and tell what would be")
    .addHelpText("after", "\nExample:\n  parlance ldap sync --dry-run")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { dryRun?: true }>();
      await using installation = await openReadyInstallation(options);
      const { db, config } = installation;
      const { ldap } = config.server;
      if (ldap === undefined) throw new CommandError("no directory is set; see PARLANCE_LDAP_URL in docs/settings.md");
      const isTrial = options.dryRun ?? false;
      const onProgress = (people: number) => void options.shell.stderr.write(`${people} people read\n`);
      const log = createLogger({ level: "warn", destination: options.shell.stderr });
      const summary = await synchronize({ db, ldap, clock: systemClock, log, isTrial, onProgress }).catch(
        (error: unknown) => {
          throw new CommandError(
            error instanceof DirectoryNotTrusted ? error.message : `the directory could not be read: ${String(error)}`,
            { cause: error },
          );
        },
      );
      const { people, linked, updated, deactivated, reactivated } = summary;
      const would = isTrial ? "would be " : "";
      const text =
        `${people} people are in the directory. Accounts: ${linked} ${would}linked to it, ${updated} ${would}updated, ` +
        `${deactivated} ${would}deactivated, ${reactivated} ${would}reactivated.`;
      print(options, { dry_run: isTrial, ...summary }, text);
    });
