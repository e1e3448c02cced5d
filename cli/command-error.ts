import { SecretProblem } from "@parlance/server/modules/sign-in/core/server-secret.ts";
import { ConfigError } from "@parlance/kernel/config/config-error.ts";
import { DataDirectoryError } from "@parlance/kernel/files/data-directory.ts";
import { describeFileError, errorPath } from "@parlance/kernel/base/file-errors.ts";
import { DataDirectoryInUse, EmbeddedPostgresError } from "@parlance/embedded-postgres/index.ts";
import { BackupError } from "@parlance/kernel/backup/backup-format.ts";
import { DatabaseTooNew } from "@parlance/kernel/db/applied-migrations.ts";
import { DatabasePromoted } from "@parlance/kernel/db/promotion.ts";
import { findOutage } from "@parlance/kernel/db/outage.ts";
import { DatabaseUnusable } from "@parlance/kernel/db/database-unusable.ts";
import { AppError } from "@parlance/kernel/base/errors.ts";
import { describeError, errorReport, errorText } from "@parlance/kernel/base/error-description.ts";
import { NewFileError } from "@parlance/kernel/files/create-new-file.ts";
import { CertificateFilesProblem } from "@parlance/server/https/certificate-files.ts";
import { ExportFileError } from "@parlance/server/modules/organizations/exports/file/export-file-format.ts";
import { ListenError } from "@parlance/server/app/listen-address.ts";

/** Thrown if a command fails. The message states the reason and the remedy for the operator. */
export class CommandError extends Error {}

const expectedErrors = [
  AppError,
  BackupError,
  CertificateFilesProblem,
  CommandError,
  ConfigError,
  DataDirectoryInUse,
  DataDirectoryError,
  DatabaseUnusable,
  DatabaseTooNew,
  EmbeddedPostgresError,
  ExportFileError,
  ListenError,
  NewFileError,
  DatabasePromoted,
  SecretProblem,
];

/** Describes an error: by its message if the operator can fix the cause, otherwise with all details. */
export function describeCommandError(error: unknown): string {
  if (expectedErrors.some((known) => error instanceof known)) return (error as Error).message;
  const outage = findOutage(error);
  if (outage === "full") return `the disk is full (${errorText(error)}); free up space and try again`;
  if (outage) return `the connection to the database was lost (${errorText(error)}); check the database and try again`;
  const [path, problem] = [errorPath(error), describeFileError(error)];
  if (path !== undefined && problem !== undefined) return `cannot use ${path}: ${problem}`;
  return errorReport(describeError(error));
}
