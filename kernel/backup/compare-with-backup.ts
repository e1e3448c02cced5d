import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { Checksum } from "./checksum.ts";
import { BackupError } from "./backup-format.ts";
import type { ReportProgress } from "./backup-progress.ts";
import type { VerifiedBackup } from "./read-backup.ts";
import { columnList, quoteIdentifier, loadSequenceStates } from "./database-snapshot.ts";

/**
 * Compares the database, as the transaction that loaded a backup sees it, with the backup: each row of each table, in
 * order, and each sequence.
 * @throws BackupError if anything differs
 */
export async function compareWithBackup(
  client: pg.Client,
  { manifest, contents }: VerifiedBackup,
  report: ReportProgress,
): Promise<void> {
  // Without this setting, PostgreSQL may start the scan of a large table in the middle of the table, which changes the
  // order of the rows.
  await client.query("set local synchronize_seqscans = off");
  const all = Object.values(contents.tables).reduce((sum, { bytes }) => sum + bytes, 1);
  let done = 0;
  for (const { name, columns } of manifest.tables) {
    const checksum = new Checksum();
    const rows = client.query(copyTo(`copy ${quoteIdentifier(name)} (${columnList(columns)}) to stdout`));
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      checksum.add(chunk);
      report({ step: "comparing", what: name, fraction: (done + checksum.bytes) / all, bytes: done + checksum.bytes });
    }
    done += checksum.bytes;
    if (checksum.result().sha256 !== contents.tables[name]?.sha256) {
      throw new BackupError(`the table ${name} differs in the copy`);
    }
  }
  const states = new Map((await loadSequenceStates(client)).map((one) => [one.name, one]));
  for (const { name, value, isCalled } of manifest.sequences) {
    const found = states.get(name);
    if (found?.value !== value || found.isCalled !== isCalled) {
      throw new BackupError(`the sequence ${name} differs in the copy`);
    }
  }
}
