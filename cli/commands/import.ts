import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { Command } from "commander";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import {
  assertValidSubdomain,
  parseRealmName,
} from "@parlance/server/modules/organizations/settings/realm-name-and-subdomain.ts";
import { importOrganization } from "@parlance/server/modules/organizations/exports/actions/import-organization.ts";
import { ExportFileError } from "@parlance/server/modules/organizations/exports/file/export-file-format.ts";
import { assertImportable } from "@parlance/server/modules/organizations/exports/importing/check-imported-values.ts";
import {
  type ExportVisitor,
  readExport,
  type ReadExportResult,
} from "@parlance/server/modules/organizations/exports/file/read-export.ts";
import { createProgressLine } from "../backup/progress-line.ts";
import { CommandError } from "../command-error.ts";
import { openReadyInstallation } from "../migrations.ts";
import { organizationUrl, assertSubdomainAvailable } from "../organization-url.ts";
import { type GlobalOptions, printResult } from "../output.ts";

interface ImportOptions extends GlobalOptions {
  readonly subdomain: string;
  readonly name?: string;
  readonly check?: true;
}

export const importCommand = (): Command =>
  new Command("import")
    .summary("import an organization from an export")
    .description(
      "Creates a new organization from a file written by `parlance export --everything`, on this or another server. The file " +
        "is verified first, and the organization is created in one transaction. The server can keep running.\n\n" +
        "Passwords are not imported: users reset theirs on the login page, or you set one with `parlance user set-password`. " +
        "Bots get new API keys.",
    )
    .argument("<file>", "file written by `parlance export --everything`")
    .option(
      "--subdomain <label>",
      "subdomain of the organization; without it, the organization is at the server's own address",
      "",
    )
    .option("--name <name>", "new name for the organization")
    .option("--check", "only verify and describe the file")
    .addHelpText(
      "after",
      `
Examples:
  parlance import acme.tar.gz --check
  parlance import acme.tar.gz --subdomain acme
  parlance import acme.tar.gz --subdomain rehearsal --name "Acme, rehearsal"
  parlance user set-password ada@example.com --organization acme`,
    )
    .action(async (file: string, _options: unknown, command: Command) =>
      importFile(resolve(file), command.optsWithGlobals<ImportOptions>()),
    );

async function importFile(path: string, options: ImportOptions): Promise<void> {
  const signal = options.shell.stopSignal();
  const line = createProgressLine(options);
  try {
    const size = await fileSize(path);
    const read = await readExport(path, {
      ...valueChecks(),
      signal,
      progress: (bytes) => line.report({ step: "checking", what: "", fraction: bytes / size, bytes }),
    });
    if (options.check) return describe(read, path, options);
    await importChecked(read, { path, size, options, line, signal });
  } catch (error) {
    if (signal.aborted) throw new CommandError("interrupted: nothing was changed");
    if (!(error instanceof ExportFileError)) throw error;
    throw new CommandError(`${path} cannot be imported: ${error.message}. Nothing was changed.`, { cause: error });
  } finally {
    line.end();
  }
}

/**
 * Returns a visitor that validates the values in the rows of a complete export. Incomplete exports cannot be imported,
 * and omitted data leaves unusual values in them, so they are not validated.
 */
function valueChecks(): ExportVisitor {
  let isWhole = false;
  return {
    manifest: ({ export_type: type }) => void (isWhole = type === "everything"),
    rows: async (table, lines) => (isWhole ? assertImportable(table, lines) : discardLines(lines)),
  };
}

async function discardLines(lines: AsyncIterable<string>): Promise<void> {
  for await (const _ of lines);
}

async function fileSize(path: string): Promise<number> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile()) return stats.size;
  throw new CommandError(stats === undefined ? `the file ${path} does not exist` : `${path} is not a file`);
}

interface ImportJob {
  readonly path: string;
  readonly size: number;
  readonly options: ImportOptions;
  readonly line: ReturnType<typeof createProgressLine>;
  readonly signal: AbortSignal;
}

async function importChecked(
  { manifest }: ReadExportResult,
  { path, size, options, line, signal }: ImportJob,
): Promise<void> {
  if (manifest.export_type !== "everything") {
    throw new ExportFileError("it is not a complete export; create one with `parlance export --everything`");
  }
  const subdomain = options.subdomain.toLowerCase();
  assertValidSubdomain(subdomain);
  const name = options.name === undefined ? null : parseRealmName(options.name);
  await using installation = await openReadyInstallation(options, { canCreate: true });
  const { db, config, url: server } = installation;
  const url = organizationUrl(subdomain, server);
  await assertSubdomainAvailable(db.reader, subdomain, server);
  const files = await openFileStore(config.server);
  const progress = (bytes: number) => line.report({ step: "importing", what: "", fraction: bytes / size, bytes });
  const made = await importOrganization(db, manifest, { path, files, subdomain, url, name, signal, progress });
  line.end();
  const lost =
    made.missing === 0 ? "" : `\n${made.missing} uploaded files are missing, because they were not in the export.`;
  printResult(
    options,
    { id: made.realmId, name: made.name, url, rows: made.rows, files: made.files, missing_files: made.missing },
    `Imported ${made.name} at ${url}: ${made.rows} rows and ${made.files} files.${lost}\n` +
      "No user has a password yet: see `parlance user set-password --help`.",
  );
}

function describe({ manifest, contents }: ReadExportResult, path: string, options: GlobalOptions): void {
  const { organization, exported_at: at, export_type: type } = manifest;
  const rows = Object.values(contents.tables).reduce((sum, table) => sum + table.rows, 0);
  const files = Object.keys(contents.files).length;
  const use = type === "everything" ? "" : " It cannot be imported: importing requires `parlance export --everything`.";
  printResult(
    options,
    {
      file: path,
      ok: true,
      organization: organization.name,
      site: organization.url,
      exported_at: at,
      type,
      rows,
      files,
    },
    `${path} is valid: ${organization.name} (${organization.url}), ${type}, created at ${at}; ${rows} rows and ${files} files.${use}`,
  );
}
