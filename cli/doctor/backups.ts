import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Config } from "@parlance/server/app/config/load-config.ts";
import { computeBackupAge, loadBackupState } from "@parlance/server/backups/backup-state.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

const CHECK = "scheduled backups";
/** Time that a backup may take, in seconds. It is overdue afterwards. */
const MAX_BACKUP_SECONDS = 7200;

/** Checks the backups that the server makes by itself, if the settings request any. */
export async function checkBackups(db: Reader, { server: { backup } }: Config): Promise<Finding[]> {
  if (!backup) return [];
  const state = await loadBackupState(db);
  if (!state) return [ok(CHECK, "the first one is made after the server was started")];
  const { attempt, newest, test } = state;
  const { overdueSeconds } = computeBackupAge(backup.schedule, state, new Date());
  const made = newest ? `the newest one was made at ${newest.at.toISOString()}` : "none was made yet";
  return [
    typeof attempt?.error === "string"
      ? fail(CHECK, `the last one failed: ${attempt.error}; ${made}`, "It is tried again every hour.")
      : overdueSeconds > MAX_BACKUP_SECONDS
        ? warn(CHECK, `overdue; ${made}`, "Only a running server makes backups. Its log says what went wrong.")
        : ok(CHECK, made),
    ...(typeof test?.error === "string"
      ? [
          fail(
            "test restore",
            `${test.name} could not be restored: ${test.error}`,
            "The server restores the next backup for a test again.",
          ),
        ]
      : []),
  ];
}
