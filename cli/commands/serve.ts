import { Command, InvalidArgumentError } from "commander";
import { programName } from "../shell.ts";
import type { GlobalOptions } from "../output.ts";

interface ServeOptions extends GlobalOptions {
  readonly port?: number;
  readonly demo?: boolean;
}

function parsePort(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 65_535) return number;
  throw new InvalidArgumentError("The port must be a number from 0 to 65535; 0 picks a free port.");
}

export const serveCommand = (): Command =>
  new Command("serve")
    .summary("run a server")
    .description(
      "Runs a server until it is stopped (SIGTERM or Ctrl-C). Without database.url (DATABASE_URL), it uses an embedded database. A " +
        "new data directory of a checkout gets a demo organization; its users and API keys are listed in demo-credentials.json " +
        "there. The server speaks plain HTTP, for use behind a reverse proxy, unless it has a certificate (the table [https] " +
        "of the settings file).",
    )
    .option("--port <number>", "TCP port to listen on (web.port, PARLANCE_PORT, default 9800)", parsePort)
    .option("--demo", "create the demo organization in a new data directory (default in a checkout)")
    .option("--no-demo", "do not create the demo organization (default in a distribution)")
    .addHelpText("after", "\nExample:\n  parlance serve --port 8080 --data-dir /var/lib/parlance")
    .action(async (_options: unknown, command: Command) => {
      const {
        port: requestedPort,
        dataDir,
        config,
        shell,
        demo = shell.isDistribution !== true,
      } = command.optsWithGlobals<ServeOptions>();
      const { env, stdout, log } = shell;
      const signal = shell.stopSignal();
      // Imported dynamically, so that other commands do not load the whole server.
      const { serve } = await import("@parlance/server/app/main.ts");
      const program = programName(shell);
      await serve({ port: requestedPort, dataDir, config, demo, env, stdout, log, signal, program });
    });
