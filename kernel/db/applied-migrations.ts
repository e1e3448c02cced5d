import type pg from "pg";
import { compareVersions, version } from "../base/version.ts";

/** A migration that was applied to a database. */
export interface AppliedMigration {
  readonly name: string;
  /** The oldest release that can run on the result. Null for a migration of a release that did not record it. */
  readonly oldestRelease: string | null;
}

/** Thrown if the database was migrated by a newer release, and this release must not use it. */
export class DatabaseTooNew extends Error {}

/** Loads the migrations that were applied to a database, in order. The database must have the table `migration`. */
export async function loadAppliedMigrations(client: Pick<pg.ClientBase, "query">): Promise<AppliedMigration[]> {
  // Databases of older releases lack the column.
  const { rows } = await client.query<AppliedMigration>(
    `select name, to_jsonb(migration) ->> 'oldest_release' as "oldestRelease" from migration order by name`,
  );
  return rows;
}

/**
 * Asserts that this release can use a database: its migrations are the first ones of this release, or all of them
 * followed by migrations of a newer release on whose results this release can run. `known`: names of this release's
 * migrations.
 * @throws DatabaseTooNew
 */
export function assertNotTooNew(applied: readonly AppliedMigration[], known: readonly string[]): void {
  for (const [index, { name, oldestRelease }] of applied.entries()) {
    if (known[index] === name) continue;
    if (index < known.length || oldestRelease === null) throw unknownMigration("the database", name);
    if (compareVersions(version, oldestRelease) < 0) {
      throw new DatabaseTooNew(
        `the database has the migration ${name}, which needs release ${oldestRelease} or later, and this is release ${version}: start release ${oldestRelease} or later, or restore a backup from before the upgrade`,
      );
    }
  }
}

/** Returns the error for a migration of which this release knows only the name. `ofWhat`: what has it. */
export const unknownMigration = (ofWhat: string, name: string): DatabaseTooNew =>
  new DatabaseTooNew(
    `${ofWhat} has the migration ${name}, which this release does not know: start the newer release, or restore a backup from before the upgrade`,
  );
