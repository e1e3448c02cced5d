#!/usr/bin/env node
import "./compile-cache.mjs";
import { Command } from "commander";
import { backupCommand } from "./commands/backup.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { mailCommand } from "./commands/mail.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { organizationCommand } from "./commands/organization.ts";
import { restoreCommand } from "./commands/restore.ts";
import { serveCommand } from "./commands/serve.ts";
import { userCommand } from "./commands/user.ts";
import { explain } from "./failure.ts";

const examples = `
Examples:
  parlance serve                          start a server; a new one brings a demo organization
  parlance serve --no-demo --port 8080    start an empty one on another port
  parlance organization create --name "Acme" --owner-email ada@example.com --owner-name "Ada Okafor"
  parlance user create --email kofi@example.com --name "Kofi Mensah" --role administrator
  parlance backup parlance.tar.gz         back everything up, while the server runs
  parlance doctor                         find out what is wrong

The other commands work beside a running server, and also when none runs. Settings are environment variables;
docs/settings.md lists them.`;

const program = new Command("parlance")
  .description("Runs and administers a Parlance server.")
  .option("--data-dir <folder>", "where the server keeps its data (PARLANCE_DATA_DIR, default ./data)")
  .option("--json", "print JSON, for programs")
  .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
  .showHelpAfterError("(--help says more)")
  .addHelpText("after", examples);
const commands = [serveCommand, migrateCommand, organizationCommand, userCommand, mailCommand];
for (const command of [...commands, backupCommand, restoreCommand, doctorCommand]) {
  program.addCommand(command());
}
shareSettings(program);

/** So that the help of every command lists the options of all. */
function shareSettings(command: Command): void {
  for (const subcommand of command.commands) shareSettings(subcommand.copyInheritedSettings(command));
}

try {
  await program.parseAsync();
} catch (error) {
  const message = explain(error);
  process.stderr.write(program.opts()["json"] ? `${JSON.stringify({ error: message })}\n` : `parlance: ${message}\n`);
  process.exitCode = 1;
}
