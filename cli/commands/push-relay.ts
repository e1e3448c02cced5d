import { Command, InvalidArgumentError } from "commander";
import { type GlobalOptions, print, table } from "../output.ts";

export const pushRelayCommand = (): Command =>
  new Command("push-relay")
    .summary("run a relay of notices for phones")
    .description(
      "Runs a relay, which passes notices of chat servers on to phones, until it is told to stop (SIGTERM or Ctrl-C). It " +
        "keeps tokens of phones in a database of its own: the one of DATABASE_URL, or one that it brings. Its data " +
        "directory is PARLANCE_RELAY_DATA_DIR (default ./relay-data), not that of a chat server.",
    )
    .option("--port <number>", "TCP port (PARLANCE_RELAY_PORT, default 9810)", port)
    .addHelpText("after", "\nExample:\n  parlance push-relay --port 8090 --data-dir /var/lib/parlance-relay")
    .addCommand(keysCommand())
    .action(async (_options: unknown, command: Command) => {
      const { port: asked, dataDir, shell } = command.optsWithGlobals<GlobalOptions & { readonly port?: number }>();
      const { env, stdout, log } = shell;
      const signal = shell.stopSignal();
      const { runRelay } = await import("@parlance/push-relay/main.ts");
      await runRelay({ port: asked, dataDir, env, stdout, log, signal });
    });

function port(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 65_535) return number;
  throw new InvalidArgumentError("A port is a number from 0 to 65535; 0 takes any that is free.");
}

const keysCommand = (): Command =>
  new Command("keys")
    .summary("list the relay's public keys, or add one")
    .description(
      "Lists the public keys for which apps seal what they register, the newest last. All are accepted. An app has one of " +
        "them built in; a relay that runs accepts a new one at once.",
    )
    .option("--add", "make another pair of keys first")
    .addHelpText("after", "\nExample:\n  parlance push-relay keys --add --data-dir /var/lib/parlance-relay")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { readonly add?: true }>();
      const { keysOf } = await import("@parlance/push-relay/key-list.ts");
      const keys = await keysOf({ env: options.shell.env, dataDir: options.dataDir, add: options.add ?? false });
      const rows = keys.map(({ public_key: key, made_at: made }) => [key, made]);
      print(options, { keys }, rows.length === 0 ? "There are none yet." : table(["PUBLIC KEY", "MADE (UTC)"], rows));
    });
