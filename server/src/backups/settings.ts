import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import {
  integer,
  optional,
  setting,
  type SettingKind,
  string,
  type ValuesOf,
} from "@parlance/kernel/config/setting.ts";
import { type BucketSettings, bucketUrl } from "@parlance/kernel/files/settings.ts";
import { type BackupSchedule, parseBackupSchedule } from "./backup-schedule.ts";

const schedule: SettingKind<BackupSchedule> = {
  schema: z.string().transform((text, context) => {
    try {
      return parseBackupSchedule(text);
    } catch {
      context.addIssue("no schedule");
      return z.NEVER;
    }
  }),
  accepts: "hourly, daily HH:MM, or a cron expression with five fields, such as 30 3 * * 1-5",
};

const target: SettingKind<string> = {
  schema: z.union([bucketUrl.schema, z.string().refine((path) => isAbsolute(path))]),
  accepts:
    "the absolute path of a folder, or the URL of a bucket, such as https://s3.eu-central-1.amazonaws.com/backups",
};

/** Settings of the backups that the server makes by itself. */
export const backupDeclarations = {
  backupSchedule: optional(schedule, {
    key: "backup.schedule",
    variable: "PARLANCE_BACKUP_SCHEDULE",
    defaultText: "none: the server makes no backups",
    meaning:
      "When the server makes backups, in UTC: `hourly`, `daily 03:00`, or a cron expression with five fields. See `docs/operations.md`.",
  }),
  backupTarget: optional(target, {
    key: "backup.target",
    variable: "PARLANCE_BACKUP_TARGET",
    defaultText: "none",
    meaning: "Where the backups are stored: a folder, as an absolute path, or an S3-compatible bucket, as a URL.",
  }),
  backupCount: setting(integer(1, 10_000), {
    key: "backup.keep",
    variable: "PARLANCE_BACKUP_KEEP",
    default: 14,
    meaning: "Number of backups that are kept. Older ones are deleted after a new one was made.",
  }),
  backupBucketRegion: setting(string("the name of a region", /^[a-z0-9-]+$/), {
    key: "backup.s3_region",
    variable: "PARLANCE_BACKUP_S3_REGION",
    default: "us-east-1",
    meaning: "Region of the bucket for backups. Services without regions accept any value.",
  }),
  backupBucketKeyId: setting(string("the ID of an access key", /^\S+$/), {
    key: "backup.s3_key_id",
    variable: "PARLANCE_BACKUP_S3_KEY_ID",
    default: "",
    defaultText: "none",
    meaning: "ID of the access key for the bucket for backups.",
  }),
  backupBucketSecret: setting(string("the secret of an access key", /^\S+$/), {
    key: "backup.s3_secret",
    variable: "PARLANCE_BACKUP_S3_SECRET",
    isSecret: true,
    default: "",
    defaultText: "none",
    meaning:
      "Secret of the access key. The key needs permission to list, read, write and delete objects in the bucket for backups.",
  }),
};

/** The backups that a server makes by itself. */
export interface BackupSettings {
  readonly schedule: BackupSchedule;
  /** Number of backups that are kept. */
  readonly count: number;
  readonly target: { readonly folder: string } | { readonly bucket: BucketSettings };
  /** Whether the server's secret is in the data directory, and therefore in backups. */
  readonly hasSecretFile: boolean;
  /** Folder of the PostgreSQL programs for test restores. Default: the packaged programs. */
  readonly postgresBin: string | undefined;
}

type BackupSettingValues = ValuesOf<typeof backupDeclarations>;

/** Returns a sentence for each contradiction between the settings. */
export const findBackupSettingErrors = ({ backupSchedule, backupTarget }: BackupSettingValues): string[] =>
  backupSchedule !== undefined && backupTarget === undefined
    ? ["PARLANCE_BACKUP_SCHEDULE requires PARLANCE_BACKUP_TARGET"]
    : [];

/** Returns the settings of the server's own backups. Undefined if it makes none. */
export function backupSettings(
  values: BackupSettingValues & { readonly secret: string | undefined; readonly postgresBin: string | undefined },
): BackupSettings | undefined {
  const { backupSchedule, backupTarget, backupCount, backupBucketRegion, backupBucketKeyId } = values;
  if (backupSchedule === undefined || backupTarget === undefined) return undefined;
  const bucket = {
    url: backupTarget,
    region: backupBucketRegion,
    keyId: backupBucketKeyId,
    secret: values.backupBucketSecret,
  };
  return {
    schedule: backupSchedule,
    count: backupCount,
    target: isAbsolute(backupTarget) ? { folder: resolve(backupTarget) } : { bucket },
    hasSecretFile: values.secret === undefined,
    postgresBin: values.postgresBin,
  };
}
