import { Command, InvalidArgumentError } from "commander";
import type { GlobalOptions } from "../output.ts";

interface ServeOptions extends GlobalOptions {
  readonly port?: number;
  readonly demo: boolean;
}

function port(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 65_535) return number;
  throw new InvalidArgumentError("A port is a number from 0 to 65535; 0 takes any that is free.");
}

export const serveCommand = (): Command =>
  new Command("serve")
    .summary("run a server")
    .description(
      "Runs a server until it is told to stop (SIGTERM or Ctrl-C). Without DATABASE_URL it brings its own database, and a " +
        "new data directory gets a demo organization, whose people and keys are in demo-credentials.json in there. It speaks " +
        "plain HTTP, for a proxy; with PARLANCE_TLS_CERT_FILE or PARLANCE_ACME_DIRECTORY_URL it encrypts by itself.",
    )
    .option("--port <number>", "TCP port (PARLANCE_PORT, default 9800)", port)
    .option("--no-demo", "make no demo organization")
    .addHelpText("after", "\nExample:\n  parlance serve --port 8080 --data-dir /var/lib/parlance")
    .action(async (_options: unknown, command: Command) => {
      const { port: asked, dataDir, demo, shell } = command.optsWithGlobals<ServeOptions>();
      const { env, stdout, log } = shell;
      const signal = shell.stopSignal();
      // Loaded only now: the other commands need not wait for all of the server.
      const { serve } = await import("@parlance/server/app/main.ts");
      await serve({ port: asked, dataDir, demo, env, stdout, log, signal });
    });
