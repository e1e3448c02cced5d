import { Command, CommanderError } from "commander";
import { version } from "@parlance/kernel/base/version.ts";
import { programName, type Shell } from "./shell.ts";

/**
 * Commands by name. Each is imported on demand, because loading the modules of all commands would take longer than most
 * commands run.
 */
const commands = {
  serve: async () => (await import("./commands/serve.ts")).serveCommand(),
  migrate: async () => (await import("./commands/migrate.ts")).migrateCommand(),
  organization: async () => (await import("./commands/organization.ts")).organizationCommand(),
  user: async () => (await import("./commands/user.ts")).userCommand(),
  ldap: async () => (await import("./commands/ldap.ts")).ldapCommand(),
  mail: async () => (await import("./commands/mail.ts")).mailCommand(),
  backup: async () => (await import("./commands/backup.ts")).backupCommand(),
  restore: async () => (await import("./commands/restore.ts")).restoreCommand(),
  upgrade: async () => (await import("./commands/upgrade.ts")).upgradeCommand(),
  promote: async () => (await import("./commands/promote.ts")).promoteCommand(),
  export: async () => (await import("./commands/export.ts")).exportCommand(),
  import: async () => (await import("./commands/import.ts")).importCommand(),
  config: async () => (await import("./commands/config.ts")).configCommand(),
  "push-relay": async () => (await import("./commands/push-relay.ts")).pushRelayCommand(),
  doctor: async () => (await import("./commands/doctor.ts")).doctorCommand(),
};

const createExamples = (shell: Shell) => `
Examples:
${shell.isDistribution === true ? DISTRIBUTION_START : CHECKOUT_START}
  parlance organization create --name "Acme" --owner-email ada@example.com --owner-name "Ada Okafor"
  parlance user create --email kofi@example.com --name "Kofi Mensah" --role administrator
  parlance backup parlance.tar.gz         back up all data while the server is running
  parlance export acme.tar.gz --everything
  parlance config init                    create a settings file, with every setting as a comment
  parlance doctor                         check the installation for problems

Run commands as \`${programName(shell)} …\`. All commands but serve work with or without a running server.
Settings are read from parlance.toml and from environment variables; see \`parlance config --help\` and
docs/settings.md.`;

const CHECKOUT_START = `  parlance serve                          start a server; the first start creates a demo organization
  parlance serve --no-demo --port 8080    start without the demo organization, on another port`;
const DISTRIBUTION_START = `  parlance serve                          start a server
  parlance serve --port 8080              start it on another port`;

/** Runs the command in the arguments. */
export async function run(args: readonly string[], shell: Shell): Promise<void> {
  const program = await createProgram(args, shell);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    // Errors in the arguments have already been printed. `--help` also ends here.
    if (error instanceof CommanderError) return shell.exitWith(error.exitCode);
    const { describeCommandError } = await import("./command-error.ts");
    const message = describeCommandError(error);
    shell.stderr.write(program.opts()["json"] ? `${JSON.stringify({ error: message })}\n` : `parlance: ${message}\n`);
    shell.exitWith(1);
  }
}

async function createProgram(args: readonly string[], shell: Shell): Promise<Command> {
  const program = new Command("parlance")
    .description("Runs and administers a Parlance server.")
    .version(version, "--version", "print the version")
    .option("--data-dir <folder>", "data directory of the server (PARLANCE_DATA_DIR, default ./data)")
    .option(
      "--config <file>",
      "settings file (PARLANCE_CONFIG, default: parlance.toml in the data directory or in /etc/parlance)",
    )
    .option("--json", "print JSON for scripts")
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .configureOutput({
      writeOut: (text) => void shell.stdout.write(text),
      writeErr: (text) => void shell.stderr.write(text),
    })
    .exitOverride()
    .showHelpAfterError("(see --help)")
    .addHelpText("after", createExamples(shell))
    .setOptionValue("shell", shell);
  for (const load of selectCommands(args)) program.addCommand(await load());
  shareSettings(program);
  return program;
}

/**
 * Returns the commands that the arguments may refer to. Returns all commands if there are none, because the help lists
 * them.
 */
function selectCommands(args: readonly string[]): (() => Promise<Command>)[] {
  const named = Object.entries(commands).filter(([name]) => args.includes(name));
  return (named.length > 0 ? named : Object.entries(commands)).map(([, load]) => load);
}

/**
 * Gives every command the program's settings for output, errors and help. The help then also lists the options that all
 * commands have.
 */
function shareSettings(command: Command): void {
  for (const subcommand of command.commands) shareSettings(subcommand.copyInheritedSettings(command));
}
