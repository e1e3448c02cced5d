import { join, resolve } from "node:path";
import type { Logger } from "pino";
import { DatabaseTooNew } from "@parlance/kernel/db/applied-migrations.ts";
import { errorText } from "@parlance/kernel/base/error-description.ts";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import { logOutage } from "@parlance/kernel/db/outage.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import { runExclusively } from "@parlance/kernel/db/run-exclusively.ts";
import type { Database } from "@parlance/kernel/db/types.ts";
import { nextBackupTime } from "./backup-schedule.ts";
import { type BackupState, loadBackupState, storeBackupState } from "./backup-state.ts";
import { backupName, type BackupTarget, openBackupTarget } from "./backup-target.ts";
import type { BackupSettings } from "./settings.ts";

/** Interval at which the clock is compared with the schedule, in milliseconds. */
const POLL_INTERVAL_MS = 30_000;
/** Delay before a failed backup is retried, if none is scheduled before, in milliseconds. */
const RETRY_DELAY_MS = 3_600_000;
/** Time after which a backup is restored for a test again, in milliseconds. */
const TEST_INTERVAL_MS = 7 * 86_400_000;
/** Arbitrary number that no other user of the database uses for an advisory lock. */
const BACKUP_LOCK = 7_235_118_205;

interface ScheduledBackupsOptions {
  readonly backup: BackupSettings;
  readonly connection: ConnectionSettings;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: { readonly url: string; readonly dataDir: string };
  /** Interval at which the clock is compared with the schedule, in seconds. */
  readonly pollSeconds?: number | undefined;
}

/**
 * Makes backups at the scheduled times, deletes old ones, and restores one for a test every week. If no process ran at a
 * scheduled time, the next one to start makes the backup. Two processes never do this at the same time.
 */
export class ScheduledBackups {
  readonly #options: ScheduledBackupsOptions;
  readonly #dataDir: string;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** The last time from which the next scheduled time was computed, and that time. */
  #next: { readonly after: number; readonly at: number } | undefined;

  constructor(options: ScheduledBackupsOptions) {
    this.#options = options;
    this.#dataDir = resolve(options.settings.dataDir);
  }

  start(): void {
    this.#pollLater(0);
  }

  /** Aborts a running backup. Nothing of it remains, and the next process to start makes it again. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #pollLater(milliseconds: number): void {
    if (this.#stopping.signal.aborted) return;
    const { pollSeconds } = this.#options;
    const interval = pollSeconds === undefined ? POLL_INTERVAL_MS : pollSeconds * 1000;
    this.#timer = setTimeout(() => {
      this.#running = this.#poll().finally(() => this.#pollLater(interval));
    }, milliseconds).unref();
  }

  async #poll(): Promise<void> {
    const { db, clock, connection, log } = this.#options;
    try {
      const state = await loadBackupState(db.reader);
      if (!state) await this.#store({ since: clock.now() });
      else if (this.#isDue(state)) await runExclusively(connection, BACKUP_LOCK, (lost) => this.#run(lost));
    } catch (error) {
      if (this.#stopping.signal.aborted || logOutage(log, error)) return;
      log.error({ err: error }, "scheduled backups do not work");
    }
  }

  #store(state: BackupState): Promise<void> {
    return this.#options.db.write((tx) => storeBackupState(tx, state));
  }

  #isDue({ since, attempt }: BackupState): boolean {
    const now = this.#options.clock.now().getTime();
    const after = attempt?.at ?? since;
    if (attempt !== undefined && attempt.error !== null && now - attempt.at.getTime() >= RETRY_DELAY_MS) return true;
    if (this.#next?.after !== after.getTime()) {
      const at = nextBackupTime(this.#options.backup.schedule, after)?.getTime() ?? Infinity;
      this.#next = { after: after.getTime(), at };
    }
    return now >= this.#next.at;
  }

  /** Makes a backup while no other process can. */
  async #run(lost: AbortSignal): Promise<void> {
    const { db, backup } = this.#options;
    // Another process may just have made it.
    const before = await loadBackupState(db.reader);
    if (!before || !this.#isDue(before)) return;
    const signal = AbortSignal.any([lost, this.#stopping.signal]);
    const scratch = join(this.#dataDir, "backup-copy");
    const target = await openBackupTarget(backup.target, { scratch, signal });
    const state = await this.#backUp(target, before, signal);
    if (state.attempt?.error !== null) return;
    await this.#deleteOld(target);
    await this.#test(target, state, signal);
  }

  async #deleteOld(target: BackupTarget): Promise<void> {
    try {
      for (const old of (await target.list()).slice(this.#options.backup.count)) await target.delete(old);
    } catch (error) {
      this.#options.log.error({ err: error }, "old backups could not be deleted");
    }
  }

  /** Makes a backup. Returns the new state, which is stored. */
  async #backUp(target: BackupTarget, before: BackupState, signal: AbortSignal): Promise<BackupState> {
    const { backup, clock, log, settings, connection, db } = this.#options;
    const { hasSecretFile } = backup;
    const at = clock.now();
    const name = backupName(at);
    const about = { connection, db, dataDir: this.#dataDir, url: settings.url, hasSecretFile };
    let state: BackupState;
    try {
      // Loaded only now, because most servers make no backups.
      const { backUpServer } = await import("./back-up-server.ts");
      const { bytes } = await target.store(name, (path) =>
        backUpServer(path, { ...about, report: () => undefined, signal }),
      );
      state = { ...before, attempt: { at, error: null }, newest: { at, name, bytes } };
      log.info({ backup: name, bytes }, "a scheduled backup was made");
    } catch (error) {
      if (signal.aborted) throw error;
      log.error({ err: error, backup: name }, "a scheduled backup failed");
      state = { ...before, attempt: { at, error: errorText(error) } };
    }
    await this.#store(state);
    return state;
  }

  /** Restores the newest backup for a test, if this has not succeeded for a week. */
  async #test(target: BackupTarget, state: BackupState, signal: AbortSignal): Promise<void> {
    const { log, backup } = this.#options;
    const { test, newest } = state;
    if (!newest) return;
    const { at, name } = newest;
    if (test?.error === null && at.getTime() - test.at.getTime() < TEST_INTERVAL_MS) return;
    const options = { scratch: join(this.#dataDir, "backup-test"), postgresBin: backup.postgresBin, signal };
    let failure: string | null = null;
    try {
      const { testRestore } = await import("./test-restore.ts");
      await target.read(name, (path) => testRestore(path, options));
      log.info({ backup: name }, "a backup was restored for a test and compared");
    } catch (error) {
      if (signal.aborted) throw error;
      // During an upgrade, a process of the newer release tests the next backup.
      if (error instanceof DatabaseTooNew) return;
      log.error({ err: error, backup: name }, "the test restore of a backup failed");
      failure = errorText(error);
    }
    await this.#store({ ...state, test: { at, name, error: failure } });
  }
}
