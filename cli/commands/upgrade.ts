import { dirname, relative, resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { errorText } from "@parlance/kernel/base/error-description.ts";
import { version } from "@parlance/kernel/base/version.ts";
import { CommandError } from "../command-error.ts";
import { loadConfigFor } from "../installation.ts";
import { type GlobalOptions, printResult } from "../output.ts";
import { unpackArchive, verifyArchive } from "../upgrade/distribution-archive.ts";
import { findLink, linkedFolder, switchLink } from "../upgrade/distribution-link.ts";
import { RunningServer } from "../upgrade/running-server.ts";

interface UpgradeOptions extends GlobalOptions {
  readonly timeout: number;
}

function parseSeconds(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number of seconds.");
}

export const upgradeCommand = (): Command =>
  new Command("upgrade")
    .summary("replace this distribution by a newer one")
    .description(
      "Verifies the archive of a newer distribution, unpacks it beside this one, lets the link to this distribution lead to " +
        "the new one, and restarts the server of the data directory, if one is running. If the server is not ready in " +
        "time, the link leads to this distribution again, and the server is restarted once more. Make a backup first.",
    )
    .argument("<file>", "archive of the distribution; its .sha256 file must be beside it")
    .option("--timeout <seconds>", "time until the server must be ready", parseSeconds, 120)
    .addHelpText("after", "\nExample:\n  sudo /opt/parlance/parlance upgrade parlance-0.2.0-linux-x64.tar.gz")
    .action(async (file: string, _options: unknown, command: Command) =>
      upgrade(resolve(file), command.optsWithGlobals<UpgradeOptions>()),
    );

async function upgrade(file: string, options: UpgradeOptions): Promise<void> {
  const { distributionFolder: home } = options.shell;
  if (home === undefined)
    throw new CommandError("this is a checkout and not a distribution: update it with `git pull`");
  const dataDir = resolve(loadConfigFor(options).dataDir);
  if (!relative(home, dataDir).startsWith(".."))
    throw new CommandError(
      `the data directory ${dataDir} is in the folder of this distribution: move it elsewhere first`,
    );
  const link = await findLink(home);
  const archive = await verifyArchive(file);
  const folder = await unpackArchive(archive, dirname(home));
  const server = await RunningServer.find(dataDir, options.shell.env);
  await switchLink(link, folder);
  if (server) await restartOrReturn(server, { link, home, options });
  const about = server ? "and the server was restarted" : "and no server is running";
  printResult(
    options,
    { from: version, to: archive.version, folder: await linkedFolder(link), restarted: server !== undefined },
    `Upgraded from ${version} to ${archive.version}: ${link} leads to ${folder}, ${about}. ` +
      `${home} is not needed any more, but lets you go back.`,
  );
}

interface Switch {
  readonly link: string;
  /** Folder that the link led to at first. */
  readonly home: string;
  readonly options: UpgradeOptions;
}

/**
 * Restarts the server. If it is not ready in time, switches back and restarts it once more.
 * @throws CommandError if it had to be switched back
 */
async function restartOrReturn(server: RunningServer, { link, home, options }: Switch): Promise<void> {
  const problem = await restart(server, { link, home, options });
  if (problem === undefined) return;
  await switchLink(link, home);
  const later = await restart(server, { link, home, options });
  throw new CommandError(
    `${problem}, so ${link} leads to release ${version} again, ` +
      (later === undefined ? "and the server runs with it" : `but ${later}; look into its log`),
  );
}

/** Restarts the server. Returns what is wrong unless it is ready in time. */
async function restart(server: RunningServer, { link, home, options }: Switch): Promise<string | undefined> {
  try {
    await server.restart(link, home);
    const isReady = await server.isReadyWithin(options.timeout * 1000);
    return isReady ? undefined : `the server was not ready within ${options.timeout} s`;
  } catch (error) {
    return errorText(error);
  }
}
