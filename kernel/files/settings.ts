import { join, resolve } from "node:path";
import { z } from "zod";
import { optional, setting, type SettingKind, string, type ValuesOf } from "../config/setting.ts";

/** The address of a bucket, without a slash at the end. */
export const bucketUrl: SettingKind<string> = {
  schema: z
    .url({ protocol: /^https?$/ })
    .transform((value) => new URL(value))
    .refine(({ search, hash, username, password }) => search + hash + username + password === "")
    .transform(({ href }) => href.replace(/\/+$/, "")),
  accepts: "the URL of a bucket, such as https://s3.eu-central-1.amazonaws.com/my-chat",
};

/** Settings of the store for uploaded files. */
export const fileSettings = {
  uploadsBucketUrl: optional(bucketUrl, {
    key: "uploads.s3_url",
    variable: "PARLANCE_UPLOADS_S3_URL",
    defaultText: "files are stored in the `uploads` folder of the data directory",
    meaning:
      "S3-compatible bucket for uploaded files, with the bucket's name in the host or in the path. Required if the server runs on several machines. Existing files in the `uploads` folder are not moved to it.",
  }),
  uploadsBucketRegion: setting(string("the name of a region", /^[a-z0-9-]+$/), {
    key: "uploads.s3_region",
    variable: "PARLANCE_UPLOADS_S3_REGION",
    default: "us-east-1",
    meaning: "Region of the bucket. Services without regions accept any value.",
  }),
  uploadsBucketKeyId: setting(string("the ID of an access key", /^\S+$/), {
    key: "uploads.s3_key_id",
    variable: "PARLANCE_UPLOADS_S3_KEY_ID",
    default: "",
    defaultText: "none",
    meaning: "ID of the access key for the bucket.",
  }),
  uploadsBucketSecret: setting(string("the secret of an access key", /^\S+$/), {
    key: "uploads.s3_secret",
    variable: "PARLANCE_UPLOADS_S3_SECRET",
    isSecret: true,
    default: "",
    defaultText: "none",
    meaning:
      "Secret of the access key. The key needs permission to list, read, write and delete objects in the bucket.",
  }),
};

/** A bucket of an S3-compatible service. */
export interface BucketSettings {
  /** The address of the bucket; names of files are appended to it. */
  readonly url: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

/** Location of uploaded files. */
export interface FileSettings {
  /** Used if there is no bucket. */
  readonly uploadsFolder: string;
  readonly uploadsBucket?: BucketSettings | undefined;
}

/** Returns the location of uploaded files that the settings select. */
export function toFileSettings(dataDir: string, values: ValuesOf<typeof fileSettings>): FileSettings {
  const { uploadsBucketUrl: url, uploadsBucketRegion: region, uploadsBucketKeyId: keyId } = values;
  return {
    uploadsFolder: join(resolve(dataDir), "uploads"),
    uploadsBucket: url === undefined ? undefined : { url, region, keyId, secret: values.uploadsBucketSecret },
  };
}
