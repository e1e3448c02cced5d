import { Command } from "commander";
import { unlinkFromDirectory } from "@parlance/server/modules/sign-in/ldap/actions/change-directory-link.ts";
import {
  normalizeDirectoryUsername,
  findDirectoryPerson,
} from "@parlance/server/modules/sign-in/ldap/directory-lookup.ts";
import { systemClock } from "@parlance/kernel/base/clock.ts";
import type { LdapSettings } from "@parlance/server/modules/sign-in/ldap/settings.ts";
import { errorText } from "@parlance/kernel/base/error-description.ts";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import { createLogger } from "@parlance/kernel/base/log.ts";
import type { SyncContext } from "@parlance/server/modules/identity-sync/ldap/sync-context.ts";
import { type ExpectedLogin, previewLogins } from "@parlance/server/modules/identity-sync/ldap/login-outcome.ts";
import { DirectoryNotTrusted, syncDirectory } from "@parlance/server/modules/identity-sync/ldap/sync-directory.ts";
import { loadSettingsFromFiles } from "@parlance/server/app/settings.ts";
import { findAccount, type OrganizationOptions, formatRole, withOrganizationOption } from "../account-options.ts";
import { checkLdapServer } from "../doctor/ldap-server.ts";
import { findingLine } from "../doctor/finding.ts";
import { CommandError } from "../command-error.ts";
import { loadConfigFor, type Installation } from "../installation.ts";
import { openReadyInstallation } from "../migrations.ts";
import { type GlobalOptions, printResult } from "../output.ts";

export const ldapCommand = (): Command =>
  new Command("ldap")
    .summary("check and synchronize the LDAP directory")
    .description(
      "Checks and synchronizes the LDAP directory that the PARLANCE_LDAP_… settings configure, and unlinks accounts from it.",
    )
    .addCommand(checkCommand())
    .addCommand(syncCommand())
    .addCommand(unlinkCommand());

const checkCommand = (): Command =>
  new Command("check")
    .summary("test the directory connection and look up a user")
    .description(
      "Tests connection, encryption, bind and search, and explains how to fix what fails. With --user, it also shows the " +
        "user's entry and what a login would do with it. Nothing is changed. The exit status is 1 if a check fails.",
    )
    .option("--user <name>", "login name or email address of the user")
    .addHelpText("after", "\nExample:\n  parlance ldap check --user kofi")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { user?: string }>();
      const findings = await checkLdapServer(requireLdap(loadConfigFor(options).server));
      const failed = findings.some(({ state }) => state === "fail");
      const checked = failed || options.user === undefined ? null : await checkUser(options, options.user);
      const text = [...findings.map(findingLine), ...(checked ? ["", ...formatUser(checked)] : [])].join("\n");
      printResult(options, { ok: !failed, checks: findings, ...(checked && { user: checked }) }, text);
      if (failed) options.shell.exitWith(1);
    });

/** Looks up a user's entry in the LDAP directory, and predicts the result of a login. */
async function checkUser(options: GlobalOptions, username: string) {
  await using installation = await openReadyInstallation(options);
  const means = await createSyncContext(installation, options);
  const name = normalizeDirectoryUsername(means.ldap, username);
  if (name === null)
    throw new CommandError(`${username} is not looked up in the directory; check PARLANCE_LDAP_APPEND_DOMAIN`);
  if (means.ldap.searchBase === undefined) {
    throw new CommandError("users are bound directly with their passwords; --user requires PARLANCE_LDAP_SEARCH_BASE");
  }
  const answer = await findDirectoryPerson(means.ldap, name).catch((error: unknown) => {
    throw new CommandError(`Could not look up ${username}: ${errorText(error)}`, { cause: error });
  });
  if (answer.kind === "unknown") {
    throw new CommandError(
      `no entry found for ${username}; check PARLANCE_LDAP_SEARCH_FILTER and PARLANCE_LDAP_EMAIL_ATTRIBUTE`,
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
    organizations: await previewLogins(means, answer.person),
  };
}

type CheckReport = Awaited<ReturnType<typeof checkUser>>;

const formatUser = ({ organizations, ...facts }: CheckReport): string[] => [
  ...Object.entries(facts).map(([name, value]) => `${name}: ${[value ?? "-"].flat().join("; ")}`),
  ...organizations.flatMap(formatLoginOutcome),
];

function formatLoginOutcome({
  organization,
  accountId,
  barrier,
  role,
  userGroups,
  differences,
  problems,
}: ExpectedLogin): string[] {
  const place = organization === "" ? "the organization at the server's own address" : `organization ${organization}`;
  const newcomer =
    role === null
      ? "can join only with an invitation, or if the organization is open"
      : `would join as ${formatRole(role)}`;
  const status = accountId === null ? newcomer : `has account ${accountId}`;
  return [
    `${place}: ${barrier === null ? status : `cannot log in: ${barrier}`}`,
    ...(userGroups.length > 0 ? [`  in user groups: ${userGroups.join(", ")}`] : []),
    ...differences.map((difference) => `  would change: ${difference}`),
    ...problems.map((problem) => `  problem: ${problem}`),
  ];
}

const unlinkCommand = (): Command =>
  withOrganizationOption(new Command("unlink"))
    .summary("unlink an account from its directory entry")
    .description(
      "Unlinks an account from its directory entry. The next login or synchronization links it to the entry that has its " +
        "email address, for example one that was recreated for the same person. Until then, the account's own password works.",
    )
    .argument("<email>", "email address of the account")
    .addHelpText("after", "\nExample:\n  parlance ldap unlink kofi@example.com")
    .action(async (email: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<OrganizationOptions>();
      await using installation = await openReadyInstallation(options);
      const { account } = await findAccount(installation, options, email);
      const wasLinked = await installation.db.write((tx) => unlinkFromDirectory(tx, account.id));
      if (!wasLinked) throw new CommandError(`the account of ${email} is not linked to a directory entry`);
      printResult(options, { user_id: account.id }, `${account.full_name} is no longer linked to a directory entry.`);
    });

function requireLdap<S extends LdapSettings>({ ldap }: { readonly ldap?: S | undefined }): S {
  if (ldap === undefined)
    throw new CommandError("no LDAP directory is configured; see PARLANCE_LDAP_URL in docs/settings.md");
  return ldap;
}

/** Creates the context for a synchronization with the directory in a command, without a server. */
async function createSyncContext({ db, config, url }: Installation, { shell }: GlobalOptions): Promise<SyncContext> {
  const settings = await loadSettingsFromFiles(config, shell.env);
  const files = await openFileStore(settings);
  return { db, ldap: requireLdap(settings), files, site: { ...settings, url }, clock: systemClock };
}

const syncCommand = (): Command =>
  new Command("sync")
    .summary("synchronize accounts with the directory")
    .description(
      "Reads the directory and updates the linked accounts: names, email addresses and the other data listed in docs/ldap.md. Deactivates accounts whose entry is gone, " +
        "disabled or not allowed to use the organization, and reactivates accounts that a synchronization deactivated. No accounts are " +
        "deactivated if the directory does not respond, returns no users, or too many would be deactivated at once.",
    )
    .option("--dry-run", "change nothing, only show what would change")
    .addHelpText("after", "\nExample:\n  parlance ldap sync --dry-run")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { dryRun?: true }>();
      await using installation = await openReadyInstallation(options);
      const means = await createSyncContext(installation, options);
      const isTrial = options.dryRun ?? false;
      const onProgress = (people: number) => void options.shell.stderr.write(`read ${people} users\n`);
      const log = createLogger({ level: "error", destination: options.shell.stderr });
      const summary = await syncDirectory({ ...means, log, isTrial, onProgress }).catch((error: unknown) => {
        throw new CommandError(
          error instanceof DirectoryNotTrusted ? error.message : `the directory could not be read: ${String(error)}`,
          { cause: error },
        );
      });
      const { people, linked, updated, deactivated, reactivated, problems } = summary;
      const would = isTrial ? "would be " : "";
      const text =
        `The directory has ${people} users. Accounts: ${linked} ${would}linked to it, ${updated} ${would}updated, ` +
        `${deactivated} ${would}deactivated, ${reactivated} ${would}reactivated.`;
      const failures =
        problems.length === 0 ? "" : `\nCould not be applied:\n${problems.map((one) => `  ${one}`).join("\n")}`;
      printResult(options, { dry_run: isTrial, ...summary }, text + failures);
    });
