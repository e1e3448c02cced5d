import { resolve } from "node:path";
import { Command } from "commander";
import { checkBucket } from "../doctor/bucket.ts";
import { checkCertificateFiles } from "../doctor/certificates.ts";
import { checkDataDirectory, checkSecretFile } from "../doctor/data-directory.ts";
import { checkDatabase } from "../doctor/database.ts";
import { checkNode, checkSettings } from "../doctor/environment.ts";
import { checkIdentityProviders } from "../doctor/identity-providers.ts";
import { checkLdapServer } from "../doctor/ldap-server.ts";
import { type Finding, findingLine } from "../doctor/finding.ts";
import { checkMailServer } from "../doctor/mail.ts";
import { checkPublicAddress } from "../doctor/public-address.ts";
import { checkPushRelay } from "../doctor/push-relay.ts";
import { checkWebClient } from "../doctor/web-client.ts";
import { type GlobalOptions, printResult } from "../output.ts";

export const doctorCommand = (): Command =>
  new Command("doctor")
    .summary("check the installation for problems")
    .description(
      "Checks everything a server needs: Node, settings, web client, data directory, secret, certificates, database, bucket, public address, reverse proxies, mail server, push relay, identity providers, LDAP server and clock. Nothing is changed. " +
        "The exit status is 1 if a check fails; warnings do not affect it.",
    )
    .addHelpText("after", "\nExample:\n  parlance doctor --data-dir /var/lib/parlance")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const findings = await runChecks(options);
      const failed = findings.some(({ state }) => state === "fail");
      printResult(options, { ok: !failed, checks: findings }, findings.map(findingLine).join("\n"));
      if (failed) options.shell.exitWith(1);
    });

async function runChecks(options: GlobalOptions): Promise<Finding[]> {
  const { findings, config } = checkSettings(options);
  if (!config) return [checkNode(), ...findings];
  const dataDir = resolve(config.dataDir);
  return [
    checkNode(),
    ...findings,
    await checkWebClient(),
    ...(await checkDataDirectory(dataDir)),
    await checkSecretFile(dataDir, config),
    ...(await checkCertificateFiles(config)),
    ...(await checkDatabase(options, config)),
    ...(await checkBucket(config)),
    ...(await checkPublicAddress(dataDir, config)),
    await checkMailServer(config),
    ...(config.server.pushRelayUrl === undefined ? [] : [await checkPushRelay(config.server.pushRelayUrl)]),
    ...(await checkIdentityProviders(config, options.shell)),
    ...(config.server.ldap ? await checkLdapServer(config.server.ldap) : []),
  ];
}
