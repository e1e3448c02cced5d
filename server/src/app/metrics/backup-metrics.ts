import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { Metrics } from "@parlance/kernel/base/metrics.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { computeBackupAge, loadBackupState } from "../../backups/backup-state.ts";
import type { BackupSettings } from "../../backups/settings.ts";

export interface BackupMetricsSources {
  readonly metrics: Metrics;
  readonly db: { readonly reader: Reader };
  readonly clock: Clock;
  readonly backup?: BackupSettings | undefined;
}

/** Registers metrics of the backups that the server makes by itself. They have no values if it makes none. */
export function registerBackupMetrics({ metrics: { show, cache }, db, clock, backup }: BackupMetricsSources): void {
  const loadState = cache(() => loadBackupState(db.reader));
  const load = async () => (backup ? loadState() : undefined);
  const loadAge = async () => {
    const state = await load();
    return state && backup ? computeBackupAge(backup.schedule, state, clock.now()) : undefined;
  };
  show({
    name: "parlance_backup_age_seconds",
    help: "Age of the newest scheduled backup; if there is none, the time since backups were scheduled",
    read: async () => (await loadAge())?.ageSeconds,
  });
  show({
    name: "parlance_backup_overdue_seconds",
    help: "Time since the first scheduled time for which there is no backup; 0 if there is none",
    read: async () => (await loadAge())?.overdueSeconds,
  });
  show({
    name: "parlance_backup_failing",
    help: "1 if the last attempt has failed, otherwise 0, by step: backup, or test_restore",
    labels: ["step"],
    read: async () => {
      const state = await load();
      const steps = { backup: state?.attempt, test_restore: state?.test };
      const isFailing = (result: { readonly error: string | null } | undefined) => typeof result?.error === "string";
      return (
        state && Object.entries(steps).map(([step, result]) => ({ labels: { step }, value: Number(isFailing(result)) }))
      );
    },
  });
  show({
    name: "parlance_backup_size_bytes",
    help: "Size of the newest scheduled backup",
    read: async () => (await load())?.newest?.bytes,
  });
}
