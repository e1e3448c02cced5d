import { SecretProblem } from "@parlance/server/auth/secret.ts";
import { ConfigError } from "@parlance/server/kernel/config.ts";
import { DataDirectoryInUse, EmbeddedPostgresError } from "@parlance/server/kernel/db/embedded/index.ts";
import { BackupError } from "@parlance/server/kernel/db/backup/format.ts";
import { DatabaseTooNew } from "@parlance/server/kernel/db/migrate.ts";
import { AppError } from "@parlance/server/kernel/errors.ts";

/** A command cannot do what it was asked to; the message tells the operator why, and what to do. */
export class CommandError extends Error {}

const expected = [
  AppError,
  BackupError,
  CommandError,
  ConfigError,
  DataDirectoryInUse,
  DatabaseTooNew,
  EmbeddedPostgresError,
  SecretProblem,
];

/** What the operator reads of an error: its message where that is meant for people, else all there is. */
export function explain(error: unknown): string {
  if (expected.some((known) => error instanceof known)) return (error as Error).message;
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return `${error.message}: another program listens there; choose another port with --port`;
  return error.stack ?? error.message;
}
