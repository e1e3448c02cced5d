import assert from "node:assert/strict";
import { test } from "node:test";
import { loadConfig } from "../app/config/load-config.ts";
import { nextBackupTime, parseBackupSchedule } from "./backup-schedule.ts";

const next = (text: string, after: string) => nextBackupTime(parseBackupSchedule(text), new Date(after))?.toISOString();

test("a schedule contains the times that it describes, in UTC", () => {
  assert.equal(next("hourly", "2026-11-27T08:00:00Z"), "2026-11-27T09:00:00.000Z");
  assert.equal(next("daily 03:05", "2026-11-27T03:04:59Z"), "2026-11-27T03:05:00.000Z");
  assert.equal(next("daily 03:05", "2026-11-27T03:05:00Z"), "2026-11-28T03:05:00.000Z");
  assert.equal(next("30 3 * * 0", "2026-11-27T08:00:00Z"), "2026-11-29T03:30:00.000Z");
  assert.equal(next("0 0 29 2 *", "2026-11-27T08:00:00Z"), "2028-02-29T00:00:00.000Z");
});

test("a schedule or a target that cannot be used is rejected when the server starts", () => {
  const target = { PARLANCE_BACKUP_TARGET: "/var/backups" };
  for (const schedule of ["daily", "daily 3:00", "daily 25:00", "weekly", "* * *", "0 0 31 2 *"]) {
    const env = { ...target, PARLANCE_BACKUP_SCHEDULE: schedule };
    assert.throws(() => loadConfig(env), /PARLANCE_BACKUP_SCHEDULE.*hourly, daily HH:MM/s, schedule);
  }
  for (const place of ["backups", "ftp://example.com/", "https://user:secret@example.com/bucket"]) {
    assert.throws(() => loadConfig({ PARLANCE_BACKUP_TARGET: place }), /PARLANCE_BACKUP_TARGET/, place);
  }
  assert.throws(() => loadConfig({ PARLANCE_BACKUP_SCHEDULE: "hourly" }), /requires PARLANCE_BACKUP_TARGET/);
  assert.equal(loadConfig(target).server.backup, undefined);
});

test("the target is a folder or a bucket", () => {
  const schedule = { PARLANCE_BACKUP_SCHEDULE: "daily 03:00" };
  const folder = loadConfig({ ...schedule, PARLANCE_BACKUP_TARGET: "/var/backups/" }).server.backup;
  assert.deepEqual([folder?.target, folder?.count], [{ folder: "/var/backups" }, 14]);
  const bucket = loadConfig({
    ...schedule,
    PARLANCE_BACKUP_TARGET: "https://s3.example.com/backups/",
    PARLANCE_BACKUP_S3_KEY_ID: "id",
    PARLANCE_BACKUP_S3_SECRET: "secret",
  }).server.backup;
  const expected = { url: "https://s3.example.com/backups", region: "us-east-1", keyId: "id", secret: "secret" };
  assert.deepEqual(bucket?.target, { bucket: expected });
});
