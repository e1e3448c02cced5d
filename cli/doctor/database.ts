import { resolve } from "node:path";
import {
  findSecret,
  findSecretFingerprint,
  secretFingerprint,
} from "@parlance/server/modules/sign-in/core/server-secret.ts";
import type { Config } from "@parlance/server/app/config/load-config.ts";
import { DatabaseTooNew } from "@parlance/kernel/db/applied-migrations.ts";
import type { DatabaseConnections } from "@parlance/kernel/db/pooler.ts";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import { describeCommandError } from "../command-error.ts";
import { hasEmbeddedDatabase } from "@parlance/embedded-postgres/index.ts";
import { openInstallation } from "../installation.ts";
import { findPendingMigrations } from "../migrations.ts";
import type { GlobalOptions } from "../output.ts";
import { checkBackups } from "./backups.ts";
import { checkCertificateOrders } from "./certificates.ts";
import { checkClock } from "./clock.ts";
import { checkUndeliveredEmails } from "./mail.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

const MIN_POSTGRES_VERSION = 15;

/** Checks the database if it exists. Does not create it. */
export async function checkDatabase(options: GlobalOptions, config: Config): Promise<Finding[]> {
  const isNew = config.databaseUrl === undefined && !hasEmbeddedDatabase(resolve(config.dataDir));
  if (isNew) return [ok("database", "does not exist yet; it is created when a server starts")];
  try {
    await using installation = await openInstallation(options);
    const { db, dataDir } = installation;
    const version = await checkVersion(db);
    const pooler = describePooler(installation.connections);
    const migrations = await checkMigrations(db);
    if (migrations.state !== "ok") return [version, ...pooler, migrations];
    return [
      version,
      ...pooler,
      migrations,
      ...(config.databaseUrl === undefined ? [] : [await checkDatabaseClock(db)]),
      await checkFingerprint(db, dataDir, config),
      await checkUndeliveredEmails(db.reader),
      ...(await checkBackups(db.reader, config)),
      ...(await checkCertificateOrders(db.reader, config)),
    ];
  } catch (error) {
    const advice =
      config.databaseUrl === undefined
        ? "The message says what to correct."
        : "Check database.url (DATABASE_URL), that PostgreSQL is running, and that it accepts connections from this machine.";
    if (error instanceof DatabaseTooNew) return [tooNewFinding(error)];
    return [fail("database", describeCommandError(error), advice)];
  }
}

async function checkVersion(db: PostgresDatabase): Promise<Finding> {
  const client = await db.pool.connect();
  const { rows } = await client.query("show server_version").finally(() => client.release());
  const version = String(rows[0]?.server_version);
  return Number.parseInt(version, 10) >= MIN_POSTGRES_VERSION
    ? ok("database", `PostgreSQL ${version}`)
    : fail(
        "database",
        `PostgreSQL ${version} is too old`,
        `Upgrade it to PostgreSQL ${MIN_POSTGRES_VERSION} or later.`,
      );
}

async function checkDatabaseClock(db: PostgresDatabase): Promise<Finding> {
  const client = await db.pool.connect();
  const sentAt = new Date();
  const { rows } = await client.query("select clock_timestamp() as time").finally(() => client.release());
  const time = new Date(rows[0]?.time);
  return checkClock({ source: "the database", time, precisionMs: 1, sentAt, receivedAt: new Date() });
}

/** Describes the connection pooler in front of the database, if there is one. */
function describePooler({ mode, pooler }: DatabaseConnections): Finding[] {
  if (mode === "none") return [];
  const statements = pooler?.preparedStatements === true ? "with" : "without";
  const details = pooler ? `, ${statements} prepared statements; sessions use database.direct_url` : "";
  return [ok("pooler", `database.url leads to a connection pooler in ${mode} mode${details}`)];
}

async function checkMigrations(db: PostgresDatabase): Promise<Finding> {
  const pending = await findPendingMigrations(db).catch((error: unknown) => {
    if (error instanceof DatabaseTooNew) return error;
    throw error;
  });
  if (pending instanceof DatabaseTooNew) return tooNewFinding(pending);
  if (pending.length === 0) return ok("migrations", "up to date");
  const advice = "Run `parlance migrate`, or start the server.";
  return warn("migrations", `not applied yet: ${pending.join(", ")}`, advice);
}

const tooNewFinding = ({ message }: DatabaseTooNew): Finding =>
  fail("migrations", message, "Run the release that last used this database, or a newer one.");

async function checkFingerprint(
  db: PostgresDatabase,
  dataDir: string,
  { secret: configured }: Config,
): Promise<Finding> {
  const known = await findSecretFingerprint(db.reader);
  if (known === undefined) return ok("fingerprint", "the database has not been used yet");
  const advice = "Set PARLANCE_SECRET to the secret the database was used with, or put its secret.key back.";
  const secret = await findSecret(dataDir, configured);
  if (!secret) return fail("fingerprint", "the secret of this database is missing", advice);
  return secretFingerprint(secret) === known
    ? ok("fingerprint", "matches the database")
    : fail("fingerprint", "does not match the database", advice);
}
