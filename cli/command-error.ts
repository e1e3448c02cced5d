import { SecretProblem } from "@parlance/server/modules/sign-in/core/server-secret.ts";
import { ConfigError } from "@parlance/server/kernel/config.ts";
import { DataDirectoryProblem } from "@parlance/server/kernel/data-directory.ts";
import { fileProblem, pathOf } from "@parlance/server/kernel/db/embedded/errors.ts";
import { DataDirectoryInUse, EmbeddedPostgresError } from "@parlance/server/kernel/db/embedded/index.ts";
import { BackupError } from "@parlance/server/kernel/db/backup/backup-format.ts";
import { DatabaseTooNew } from "@parlance/server/kernel/db/migrate.ts";
import { PromotedAway } from "@parlance/server/kernel/db/promotion.ts";
import { outageOf } from "@parlance/server/kernel/db/outage.ts";
import { DatabaseRefusal } from "@parlance/server/kernel/db/database-unusable.ts";
import { AppError } from "@parlance/server/kernel/errors.ts";
import { describeError, errorReport, errorText } from "@parlance/server/kernel/error-description.ts";
import { NewFileProblem } from "@parlance/server/kernel/files/create-new-file.ts";
import { CertificateFilesProblem } from "@parlance/server/https/certificate-files.ts";
import { ExportFileError } from "@parlance/server/modules/organizations/exports/file/export-file-format.ts";
import { ListenProblem } from "@parlance/server/app/listen-address.ts";

/** A command cannot do what it was asked to; the message tells the operator why, and what to do. */
export class CommandError extends Error {}

const expected = [
  AppError,
  BackupError,
  CertificateFilesProblem,
  CommandError,
  ConfigError,
  DataDirectoryInUse,
  DataDirectoryProblem,
  DatabaseRefusal,
  DatabaseTooNew,
  EmbeddedPostgresError,
  ExportFileError,
  ListenProblem,
  NewFileProblem,
  PromotedAway,
  SecretProblem,
];

/** What the operator reads about an error: one line if people can fix the cause, otherwise the full description. */
export function explain(error: unknown): string {
  if (expected.some((known) => error instanceof known)) return (error as Error).message;
  const outage = outageOf(error);
  if (outage === "full") return `the disk is full (${errorText(error)}); free up space and try again`;
  if (outage) return `the connection to the database was lost (${errorText(error)}); check the database and try again`;
  const [path, problem] = [pathOf(error), fileProblem(error)];
  if (path !== undefined && problem !== undefined) return `cannot use ${path}: ${problem}`;
  return errorReport(describeError(error));
}
