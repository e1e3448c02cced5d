import { Command, InvalidArgumentError } from "commander";
import { CommandError } from "../command-error.ts";
import { type GlobalOptions, printResult, formatTable } from "../output.ts";

export const pushRelayCommand = (): Command =>
  new Command("push-relay")
    .summary("run a push notification relay")
    .description(
      "Runs a relay that forwards push notifications of chat servers to phones, until it is stopped (SIGTERM or Ctrl-C). It " +
        "stores device tokens in its own database: the one of DATABASE_URL, or an embedded one. Its data " +
        "directory is PARLANCE_RELAY_DATA_DIR (default ./relay-data), not that of a chat server.",
    )
    .option("--port <number>", "TCP port to listen on (default: PARLANCE_RELAY_PORT, or 9810)", parsePort)
    .addHelpText("after", "\nExample:\n  parlance push-relay --port 8090 --data-dir /var/lib/parlance-relay")
    .addCommand(keysCommand())
    .action(async (_options: unknown, command: Command) => {
      const {
        port: requestedPort,
        dataDir,
        config,
        shell,
      } = command.optsWithGlobals<GlobalOptions & { readonly port?: number }>();
      const { env, stdout, log } = shell;
      assertNoSettingsFile(config);
      const signal = shell.stopSignal();
      const { runRelay } = await import("@parlance/push-relay/main.ts");
      await runRelay({ port: requestedPort, dataDir, env, stdout, log, signal });
    });

/** @throws CommandError if a settings file is named, because a relay would not read it */
function assertNoSettingsFile(config: string | undefined): void {
  if (config === undefined) return;
  throw new CommandError(
    "a relay has no settings file: its settings are environment variables; see docs/push-relay.md",
  );
}

function parsePort(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 65_535) return number;
  throw new InvalidArgumentError("The port must be a number from 0 to 65535; 0 picks a free port.");
}

const keysCommand = (): Command =>
  new Command("keys")
    .summary("list the relay's public keys or add one")
    .description(
      "Lists the public keys with which apps encrypt their registrations, newest last. All are accepted. An app has one of " +
        "them built in; a running relay accepts a new key immediately.",
    )
    .option("--add", "generate and add a new key pair before listing the keys")
    .addHelpText("after", "\nExample:\n  parlance push-relay keys --add --data-dir /var/lib/parlance-relay")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { readonly add?: true }>();
      assertNoSettingsFile(options.config);
      const { listPublicKeys } = await import("@parlance/push-relay/list-public-keys.ts");
      const keys = await listPublicKeys({
        env: options.shell.env,
        dataDir: options.dataDir,
        add: options.add ?? false,
      });
      const rows = keys.map(({ public_key: key, made_at: made }) => [key, made]);
      printResult(
        options,
        { keys },
        rows.length === 0 ? "No keys yet." : formatTable(["PUBLIC KEY", "CREATED (UTC)"], rows),
      );
    });
