import { Command } from "commander";
import { systemClock } from "@parlance/server/kernel/clock.ts";
import { createLogger } from "@parlance/server/kernel/log.ts";
import { DirectoryNotTrusted, synchronize } from "@parlance/server/modules/8-lifecycle/directory-sync/synchronize.ts";
import type { Means } from "@parlance/server/modules/8-lifecycle/directory-sync/follower.ts";
import { openFileStore } from "@parlance/server/kernel/files/open-store.ts";
import { settingsWithFiles } from "@parlance/server/settings-with-files.ts";
import { CommandError } from "../failure.ts";
import type { Installation } from "../installation.ts";
import { openReadyInstallation } from "../migrations.ts";
import { type GlobalOptions, print } from "../output.ts";

export const ldapCommand = (): Command =>
  new Command("ldap")
    .summary("have accounts follow the LDAP directory")
    .description("Works with the directory of people that the settings PARLANCE_LDAP_… name.")
    .addCommand(syncCommand());

/** What following the directory takes, beside a server. */
async function meansOf({ db, config, url }: Installation, { shell }: GlobalOptions): Promise<Means> {
  const { ldap, ...settings } = await settingsWithFiles(config, shell.env);
  if (ldap === undefined) throw new CommandError("no directory is set; see PARLANCE_LDAP_URL in docs/settings.md");
  const files = await openFileStore(settings, { shared: true });
  return { db, ldap, files, site: { ...settings, url }, clock: systemClock };
}

const syncCommand = (): Command =>
  new Command("sync")
    .summary("synchronize accounts with the directory now")
    .description(
      "Reads the directory, and makes the accounts of its people follow it: their names, addresses and what else docs/ldap.md says; deactivated where somebody is gone, " +
        "disabled or may not use the organization; active again where a synchronization had deactivated them. Nobody is " +
        "deactivated where the directory does not answer, shows nobody, or too many would go at once.",
    )
    .option("--dry-run", "change nothing, and tell what would be")
    .addHelpText("after", "\nExample:\n  parlance ldap sync --dry-run")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { dryRun?: true }>();
      await using installation = await openReadyInstallation(options);
      const means = await meansOf(installation, options);
      const isTrial = options.dryRun ?? false;
      const onProgress = (people: number) => void options.shell.stderr.write(`${people} people read\n`);
      const log = createLogger({ level: "error", destination: options.shell.stderr });
      const summary = await synchronize({ ...means, log, isTrial, onProgress }).catch((error: unknown) => {
        throw new CommandError(
          error instanceof DirectoryNotTrusted ? error.message : `the directory could not be read: ${String(error)}`,
          { cause: error },
        );
      });
      const { people, linked, updated, deactivated, reactivated, problems } = summary;
      const would = isTrial ? "would be " : "";
      const text =
        `${people} people are in the directory. Accounts: ${linked} ${would}linked to it, ${updated} ${would}updated, ` +
        `${deactivated} ${would}deactivated, ${reactivated} ${would}reactivated.`;
      const told =
        problems.length === 0 ? "" : `\nWhat cannot be taken over:\n${problems.map((one) => `  ${one}`).join("\n")}`;
      print(options, { dry_run: isTrial, ...summary }, text + told);
    });
