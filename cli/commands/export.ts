import { open, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Command, Option } from "commander";
import { systemClock } from "@parlance/server/kernel/clock.ts";
import { openFileStore } from "@parlance/server/kernel/files/open-store.ts";
import { EVERYTHING, exportTypes } from "@parlance/server/modules/8-lifecycle/realm-exports/export-types.ts";
import type { Section } from "@parlance/server/modules/8-lifecycle/realm-exports/file-format.ts";
import { countMessages } from "@parlance/server/modules/8-lifecycle/realm-exports/queries.ts";
import { readExport } from "@parlance/server/modules/8-lifecycle/realm-exports/read-file.ts";
import { writeExport } from "@parlance/server/modules/8-lifecycle/realm-exports/write-file.ts";
import { type OrganizationOptions, withOrganizationOption } from "../accounts.ts";
import { progressLine, size } from "../backup/progress-line.ts";
import { CommandError } from "../failure.ts";
import { openReadyInstallation } from "../migrations.ts";
import { chooseOrganization } from "../organizations.ts";
import { print } from "../output.ts";

interface ExportOptions extends OrganizationOptions {
  readonly everything?: true;
  readonly withConsent?: true;
}

export const exportCommand = (): Command =>
  withOrganizationOption(new Command("export"))
    .summary("write one organization into a file")
    .description(
      "Writes an organization into one file: people, channels, messages and files. A server may run meanwhile, and notices " +
        "nothing. The file is a tar archive, packed by gzip, with a line of JSON for each row; it gets its name when it is " +
        "complete and was read back.\n\n" +
        "Without an option it holds what all members can read. With --everything it can be imported again, here or " +
        "elsewhere; then it holds all private messages, so keep it as you would keep those. No file holds passwords, keys " +
        "or sessions.",
    )
    .argument("<file>", "a new file; one that exists is not touched")
    .addOption(new Option("--everything", "all there is, for `parlance import`").conflicts("withConsent"))
    .option("--with-consent", "also what those can read who have consented to exports of their private data")
    .addHelpText(
      "after",
      `
Examples:
  parlance export acme.tar.gz --everything
  parlance export labs.tar.gz --organization labs --with-consent
  tar xzOf acme.tar.gz organization.json      what is in it
  parlance import acme.tar.gz --check`,
    )
    .action(async (file: string, _options: unknown, command: Command) =>
      exportOrganization(resolve(file), command.optsWithGlobals<ExportOptions>()),
    );

const typeOf = ({ everything, withConsent }: ExportOptions): number => {
  if (everything) return EVERYTHING;
  return withConsent ? exportTypes.withConsent : exportTypes.public;
};

async function exportOrganization(path: string, options: ExportOptions): Promise<void> {
  const signal = options.shell.stopSignal();
  await refuseExisting(path);
  const line = progressLine(options);
  try {
    const { tally, bytes, name } = await write(path, options, { line, signal });
    line.end();
    const lost = tally.missing === 0 ? "" : `\n${tally.missing} files were not in the file store, and are not in it.`;
    const note = options.everything ? "It holds all private messages: keep it as you would keep those." : "";
    print(
      options,
      { file: path, bytes, organization: name, rows: tally.rows, files: tally.files, missing_files: tally.missing },
      `Wrote ${name} into ${path}: ${size(bytes)}, ${tally.rows} rows and ${tally.files} files, and read it back.${lost}${note && `\n${note}`}`,
    );
  } catch (error) {
    throw signal.aborted ? new CommandError("stopped before it was done: nothing was left") : error;
  } finally {
    line.end();
  }
}

async function refuseExisting(path: string): Promise<void> {
  const isThere = async (place: string) => (await stat(place).catch(() => undefined)) !== undefined;
  if (!(await isThere(dirname(path)))) throw new CommandError(`there is no folder ${dirname(path)}`);
  if (!(await isThere(path))) return;
  throw new CommandError(`${path} exists already; an export replaces nothing: choose another name, or remove it`);
}

interface Work {
  readonly line: ReturnType<typeof progressLine>;
  readonly signal: AbortSignal;
}

/** The file is called `path` with `.partial` at its end until it is whole. Whatever goes wrong leaves nothing. */
async function write(path: string, options: ExportOptions, { line, signal }: Work) {
  await using installation = await openReadyInstallation(options);
  const { db, config, url } = installation;
  const { id: realmId, name, url: address } = await chooseOrganization(db.reader, url, options.organization);
  const files = await openFileStore(config.server, { shared: true });
  const partial = `${path}.partial`;
  await rm(partial, { force: true }); // of an export that was killed
  await using file = await open(partial, "wx", 0o600);
  try {
    let bytes = 0;
    const output = async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) {
        signal.throwIfAborted();
        await file.writeFile(chunk);
        bytes += chunk.length;
      }
      await file.sync();
    };
    const messages = await countMessages(db.reader, realmId, Number.MAX_SAFE_INTEGER);
    let part = 0;
    const report = ({ kind, name: what }: Section, rows: number) => {
      // Most of the time goes into messages, and what comes after them.
      if (what === "message") part = (0.9 * rows) / Math.max(1, messages);
      line.report({ step: "exporting", what: kind === "file" ? "files" : what, part, bytes });
    };
    const tally = await db.snapshot((_, tx) =>
      writeExport(
        tx,
        { realmId, name, url: address, type: typeOf(options), files, now: systemClock.now(), signal, report },
        output,
      ),
    );
    await readExport(partial, {
      progress: (read) => line.report({ step: "verifying", what: "", part: read / bytes, bytes: read }),
      signal,
    });
    await refuseExisting(path);
    await rename(partial, path);
    return { tally, bytes, name };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
