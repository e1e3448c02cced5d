import { describeFileError, errorPath } from "@parlance/kernel/base/file-errors.ts";

/** The embedded database cannot be started. The message tells who starts the server what is wrong and what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = "EmbeddedPostgresError";
}

/** Another living server holds the data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name: string = "DataDirectoryInUse";
  readonly dataDir: string;
  /** The other server's process id, as that server sees it: in another container it means nothing here. */
  readonly pid: number;

  constructor(dataDir: string, pid: number) {
    super(
      `The data directory ${dataDir} is in use by another server, process ${pid}. ` +
        "Stop that server first, or use another data directory for this one.",
    );
    this.dataDir = dataDir;
    this.pid = pid;
  }
}

/** Turns what went wrong under `dataDir` into an error that says so in words; leaves errors that already do alone. */
export function explainError(error: unknown, dataDir: string): Error {
  if (error instanceof EmbeddedPostgresError || error instanceof DataDirectoryInUse) return error;
  const reason = describeFileError(error);
  const path = errorPath(error);
  const where = path?.startsWith(`${dataDir}/`) ? ` (${path})` : "";
  const said = error instanceof Error ? error.message : String(error);
  const text = reason === undefined ? said : reason + where;
  return new EmbeddedPostgresError(`Cannot use the data directory ${dataDir}: ${text}.`, {
    cause: error,
  });
}
