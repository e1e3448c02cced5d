import { describeFileError, errorPath } from "../base/file-errors.ts";
import { errorText } from "../base/error-description.ts";
import { findOutage } from "./outage.ts";

/**
 * Thrown if the database of DATABASE_URL cannot be used, and waiting will not help. The message states the reason and
 * the remedy.
 */
export class DatabaseUnusable extends Error {
  override readonly name = "DatabaseUnusable";

  constructor(why: string, whatToDo: string, cause?: unknown) {
    super(`the database of DATABASE_URL cannot be used: ${why}. ${whatToDo}`, { cause });
  }
}

const CREDENTIALS = "Correct the user and password in DATABASE_URL, or allow the user to connect (pg_hba.conf).";
const OWNERSHIP = "Make the user of DATABASE_URL the owner of the database (alter database … owner to …).";
const CERTIFICATE =
  "Specify the certificate of its authority (sslrootcert=… in DATABASE_URL), or renew it; sslmode=no-verify accepts any certificate.";

/** Remedies by SQLSTATE or by error code of TLS. */
const ADVICE: Readonly<Record<string, string>> = {
  "28P01": CREDENTIALS,
  "28000": CREDENTIALS,
  "3D000": "Create it (createdb), or correct DATABASE_URL.",
  "3F000": OWNERSHIP,
  "42501": OWNERSHIP,
  CERT_HAS_EXPIRED: CERTIFICATE,
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
  ERR_TLS_CERT_ALTNAME_INVALID: "Use the host name from its certificate in DATABASE_URL.",
};

/** Remedies for driver errors without a code, by error message. */
const ADVICE_BY_TEXT: readonly (readonly [RegExp, string])[] = [
  [/does not support SSL/, "Remove sslmode from DATABASE_URL, or turn on TLS in PostgreSQL."],
  [/SSL connection/, "Correct sslmode in DATABASE_URL, or turn on TLS in PostgreSQL."],
  [/^SASL/, CREDENTIALS],
];

/**
 * Returns a `DatabaseUnusable` if the error, or one of its causes, shows that the database cannot be used; otherwise
 * undefined.
 */
export function findDatabaseUnusable(thrown: unknown): DatabaseUnusable | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (String((error as { code?: unknown }).code) in ADVICE || findOutage(error) === "away")
      return toDatabaseUnusable(error);
  }
  return undefined;
}

/**
 * Converts an error of connecting to the database, or of the first statements, to a `DatabaseUnusable` with the reason
 * and the remedy.
 */
export function toDatabaseUnusable(cause: unknown): DatabaseUnusable {
  if (cause instanceof DatabaseUnusable) return cause;
  const text = errorText(cause);
  const code = String((cause as { code?: unknown }).code);
  const file = describeFileError(cause);
  const path = errorPath(cause);
  if (path !== undefined) return new DatabaseUnusable(`${path}: ${file ?? text}`, "Correct DATABASE_URL.", cause);
  const byText = ADVICE_BY_TEXT.find(([pattern]) => pattern.test(text))?.[1];
  return new DatabaseUnusable(text, ADVICE[code] ?? byText ?? "Correct DATABASE_URL, or check the database.", cause);
}
