import { describeFileError, errorPath } from "@parlance/kernel/base/file-errors.ts";

/**
 * Thrown if the embedded database cannot be started. The message explains the problem to the operator who starts the
 * server.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = "EmbeddedPostgresError";
}

/** Thrown if another living server owns the data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name: string = "DataDirectoryInUse";
  readonly dataDir: string;
  /**
   * The other server's process id, as that server sees it. If that server runs in another container, the id has no
   * meaning here.
   */
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

/**
 * Converts an error about a path below `dataDir` to an error with an explanation. Errors that already explain the
 * problem are returned unchanged.
 */
export function explainError(error: unknown, dataDir: string): Error {
  if (error instanceof EmbeddedPostgresError || error instanceof DataDirectoryInUse) return error;
  const reason = describeFileError(error);
  const path = errorPath(error);
  const where = path?.startsWith(`${dataDir}/`) ? ` (${path})` : "";
  const message = error instanceof Error ? error.message : String(error);
  const text = reason === undefined ? message : reason + where;
  return new EmbeddedPostgresError(`Cannot use the data directory ${dataDir}: ${text}.`, {
    cause: error,
  });
}
