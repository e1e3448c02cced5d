import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Command, Option } from "commander";
import { systemClock } from "@parlance/kernel/base/clock.ts";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import { createNewFile, assertDoesNotExist } from "@parlance/kernel/files/create-new-file.ts";
import { FULL_EXPORT, exportTypes } from "@parlance/server/modules/organizations/exports/export-types.ts";
import type { Section } from "@parlance/server/modules/organizations/exports/file/export-file-format.ts";
import { countMessages } from "@parlance/server/modules/organizations/exports/queries.ts";
import { readExport } from "@parlance/server/modules/organizations/exports/file/read-export.ts";
import { writeExport } from "@parlance/server/modules/organizations/exports/file/write-export.ts";
import { type OrganizationOptions, withOrganizationOption } from "../account-options.ts";
import { createProgressLine, formatBytes } from "../backup/progress-line.ts";
import { CommandError } from "../command-error.ts";
import { openReadyInstallation } from "../migrations.ts";
import { findOrganization } from "../organizations.ts";
import { printResult } from "../output.ts";

interface ExportOptions extends OrganizationOptions {
  readonly everything?: true;
  readonly withConsent?: true;
}

export const exportCommand = (): Command =>
  withOrganizationOption(new Command("export"))
    .summary("export an organization to a file")
    .description(
      "Exports an organization to one file: users, channels, messages and uploaded files. The server can keep running. " +
        "The file is a gzip-compressed tar archive with one line of JSON per row; it appears under its name once it is " +
        "complete and has been verified.\n\n" +
        "By default, it contains what all members can read. With --everything, it can be imported here or on another " +
        "server; it then contains all private messages, so protect it accordingly. Exports never contain passwords, API keys " +
        "or sessions.",
    )
    .argument("<file>", "file to create; an existing file is never overwritten")
    .addOption(new Option("--everything", "include all data, for `parlance import`").conflicts("withConsent"))
    .option("--with-consent", "include private data of users who consented to its export")
    .addHelpText(
      "after",
      `
Examples:
  parlance export acme.tar.gz --everything
  parlance export labs.tar.gz --organization labs --with-consent
  tar xzOf acme.tar.gz organization.json      show its contents
  parlance import acme.tar.gz --check`,
    )
    .action(async (file: string, _options: unknown, command: Command) =>
      exportOrganization(resolve(file), command.optsWithGlobals<ExportOptions>()),
    );

const typeOf = ({ everything, withConsent }: ExportOptions): number => {
  if (everything) return FULL_EXPORT;
  return withConsent ? exportTypes.withConsent : exportTypes.public;
};

async function exportOrganization(path: string, options: ExportOptions): Promise<void> {
  const signal = options.shell.stopSignal();
  await assertPathUsable(path);
  const line = createProgressLine(options);
  try {
    const { tally, bytes, name } = await runExport(path, options, { line, signal });
    line.end();
    const names = tally.missingNames.join("\n  ");
    const lost =
      tally.missing === 0
        ? ""
        : `\n${tally.missing} uploaded files are missing from the file store and were not exported, among them:\n  ${names}`;
    const note = options.everything ? "It contains all private messages: protect it accordingly." : "";
    printResult(
      options,
      {
        file: path,
        bytes,
        organization: name,
        rows: tally.rows,
        files: tally.files,
        missing_files: tally.missing,
        missing_file_names: tally.missingNames,
      },
      `Exported ${name} to ${path}: ${formatBytes(bytes)}, ${tally.rows} rows and ${tally.files} files, and verified it.${lost}${note && `\n${note}`}`,
    );
  } catch (error) {
    throw signal.aborted ? new CommandError("interrupted: the incomplete file was removed") : error;
  } finally {
    line.end();
  }
}

async function assertPathUsable(path: string): Promise<void> {
  const folder = dirname(path);
  if ((await stat(folder).catch(() => undefined)) === undefined)
    throw new CommandError(`the folder ${folder} does not exist`);
  await assertDoesNotExist(path);
}

interface ExportJob {
  readonly line: ReturnType<typeof createProgressLine>;
  readonly signal: AbortSignal;
}

async function runExport(path: string, options: ExportOptions, { line, signal }: ExportJob) {
  await using installation = await openReadyInstallation(options);
  const { db, config, url } = installation;
  const { id: realmId, name, url: address } = await findOrganization(db.reader, url, options.organization);
  const files = await openFileStore(config.server);
  const messages = await countMessages(db.reader, realmId, Number.MAX_SAFE_INTEGER);
  const place = { realmId, name, url: address, type: typeOf(options), files, now: systemClock.now(), signal };
  let [part, written] = [0, 0];
  const report = ({ kind, name: what }: Section, rows: number) => {
    // Most of the time is spent on messages and the tables after them, so progress is measured by messages.
    if (what === "message") part = (0.9 * rows) / Math.max(1, messages);
    line.report({ step: "exporting", what: kind === "file" ? "files" : what, fraction: part, bytes: written });
  };
  const made = await createNewFile(path, {
    write: (file) =>
      db.snapshot((_, tx) =>
        writeExport(tx, { ...place, report }, async (chunks) => {
          for await (const chunk of chunks) {
            signal.throwIfAborted();
            await file.writeFile(chunk);
            written += chunk.length;
          }
        }),
      ),
    check: (partial, length) => verifyExport(partial, length, { line, signal }),
  });
  return { tally: made.written, bytes: made.bytes, name };
}

async function verifyExport(path: string, length: number, { line, signal }: ExportJob): Promise<void> {
  const progress = (bytes: number) => line.report({ step: "verifying", what: "", fraction: bytes / length, bytes });
  await readExport(path, { progress, signal });
  signal.throwIfAborted();
}
