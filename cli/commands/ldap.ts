import { Command } from "commander";
import { unlinkFromDirectory } from "@parlance/server/modules/sign-in/actions/unlink-from-directory.ts";
import { directoryName, lookUp } from "@parlance/server/modules/sign-in/ldap/directory.ts";
import { systemClock } from "@parlance/server/kernel/clock.ts";
import type { LdapSettings } from "@parlance/server/kernel/config/ldap-settings.ts";
import { errorText } from "@parlance/server/kernel/error-description.ts";
import { openFileStore } from "@parlance/server/kernel/files/open-store.ts";
import { createLogger } from "@parlance/server/kernel/log.ts";
import type { Means } from "@parlance/server/modules/identity-sync/ldap/follower.ts";
import { type Prospect, prospectsOf } from "@parlance/server/modules/identity-sync/ldap/prospects.ts";
import { DirectoryNotTrusted, synchronize } from "@parlance/server/modules/identity-sync/ldap/synchronize.ts";
import { settingsWithFiles } from "@parlance/server/app/settings-with-files.ts";
import { findAccount, type OrganizationOptions, roleName, withOrganizationOption } from "../accounts.ts";
import { checkDirectory } from "../doctor/directory-server.ts";
import { findingLine } from "../doctor/finding.ts";
import { CommandError } from "../failure.ts";
import { configFor, type Installation } from "../installation.ts";
import { openReadyInstallation } from "../migrations.ts";
import { type GlobalOptions, print } from "../output.ts";

export const ldapCommand = (): Command =>
  new Command("ldap")
    .summary("have accounts follow the LDAP directory")
    .description("Works with the directory of people that the settings PARLANCE_LDAP_… name.")
    .addCommand(checkCommand())
    .addCommand(syncCommand())
    .addCommand(unlinkCommand());

const checkCommand = (): Command =>
  new Command("check")
    .summary("try the directory, and tell what it says of somebody")
    .description(
      "Tries connection, encryption, bind and search, and says what to do about what fails. With --user it tells what the " +
        "directory has of somebody, and what a login would make of that. It changes nothing. The exit status is 1 if something fails.",
    )
    .option("--user <name>", "the name with which somebody logs in, or their address")
    .addHelpText("after", "\nExample:\n  parlance ldap check --user kofi")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { user?: string }>();
      const findings = await checkDirectory(ldapOf(configFor(options).server));
      const failed = findings.some(({ state }) => state === "fail");
      const told = failed || options.user === undefined ? null : await aboutPerson(options, options.user);
      const text = [...findings.map(findingLine), ...(told ? ["", ...personLines(told)] : [])].join("\n");
      print(options, { ok: !failed, checks: findings, ...(told && { user: told }) }, text);
      if (failed) options.shell.exitWith(1);
    });

/** What the directory has of somebody, and what would become of it. */
async function aboutPerson(options: GlobalOptions, username: string) {
  await using installation = await openReadyInstallation(options);
  const means = await meansOf(installation, options);
  const name = directoryName(means.ldap, username);
  if (name === null)
    throw new CommandError(`the directory is not asked for ${username}; see PARLANCE_LDAP_APPEND_DOMAIN`);
  if (means.ldap.searchBase === undefined) {
    throw new CommandError("people are bound directly, with their passwords; --user needs PARLANCE_LDAP_SEARCH_BASE");
  }
  const answer = await lookUp(means.ldap, name).catch((error: unknown) => {
    throw new CommandError(`${username} cannot be looked up: ${errorText(error)}`, { cause: error });
  });
  if (answer.kind === "unknown") {
    throw new CommandError(
      `nobody is called ${username} there; see PARLANCE_LDAP_SEARCH_FILTER and PARLANCE_LDAP_EMAIL_ATTRIBUTE`,
    );
  }
  if (answer.kind === "refused") throw new CommandError(`${username} could not log in: ${answer.reason}`);
  const { dn, entryId, email, fullName, isDisabled, groups, picture } = answer.person;
  return {
    dn,
    entry_id: entryId,
    email,
    full_name: fullName,
    disabled: isDisabled,
    groups,
    picture_bytes: picture?.length ?? null,
    organizations: await prospectsOf(means, answer.person),
  };
}

type Told = Awaited<ReturnType<typeof aboutPerson>>;

const personLines = ({ organizations, ...facts }: Told): string[] => [
  ...Object.entries(facts).map(([name, value]) => `${name}: ${[value ?? "-"].flat().join("; ")}`),
  ...organizations.flatMap(prospectLines),
];

function prospectLines({
  organization,
  accountId,
  barrier,
  role,
  userGroups,
  differences,
  problems,
}: Prospect): string[] {
  const place = organization === "" ? "the organization at the server's own address" : `organization ${organization}`;
  const newcomer =
    role === null ? "could join only with an invitation, or if it is open" : `would join as ${roleName(role)}`;
  const standing = accountId === null ? newcomer : `has account ${accountId}`;
  return [
    `${place}: ${barrier === null ? standing : `cannot log in: ${barrier}`}`,
    ...(userGroups.length > 0 ? [`  in user groups: ${userGroups.join(", ")}`] : []),
    ...differences.map((difference) => `  would change: ${difference}`),
    ...problems.map((problem) => `  problem: ${problem}`),
  ];
}

const unlinkCommand = (): Command =>
  withOrganizationOption(new Command("unlink"))
    .summary("forget to which entry an account belongs")
    .description(
      "Lets an account go from its entry of the directory. The next login or synchronization links it to the entry that has its " +
        "address, such as one that was made anew for the same person. Until then the account's own password is good.",
    )
    .argument("<email>", "the account's e-mail address")
    .addHelpText("after", "\nExample:\n  parlance ldap unlink kofi@example.com")
    .action(async (email: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      await using installation = await openReadyInstallation(options);
      const { account } = await findAccount(installation, options, email);
      const wasLinked = await installation.db.write((tx) => unlinkFromDirectory(tx, account.id));
      if (!wasLinked) throw new CommandError(`the account of ${email} belongs to no entry of the directory`);
      print(options, { user_id: account.id }, `${account.full_name} belongs to no entry of the directory any more.`);
    });

function ldapOf<S extends LdapSettings>({ ldap }: { readonly ldap?: S | undefined }): S {
  if (ldap === undefined) throw new CommandError("no directory is set; see PARLANCE_LDAP_URL in docs/settings.md");
  return ldap;
}

/** What following the directory takes, beside a server. */
async function meansOf({ db, config, url }: Installation, { shell }: GlobalOptions): Promise<Means> {
  const settings = await settingsWithFiles(config, shell.env);
  const files = await openFileStore(settings, { shared: true });
  return { db, ldap: ldapOf(settings), files, site: { ...settings, url }, clock: systemClock };
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
