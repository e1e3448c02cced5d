import { bucketUrl, integer, optional, setting, string } from "./setting.ts";

/** Where files are kept, and how much. */
export const fileSettings = {
  uploadsBucketUrl: optional(bucketUrl, {
    variable: "PARLANCE_UPLOADS_S3_URL",
    defaultText: "files are stored in the `uploads` folder of the data directory",
    meaning:
      "S3-compatible bucket for uploaded files, with the bucket's name in the host or in the path. Required if the server runs on several machines. Existing files in the `uploads` folder are not moved to it.",
  }),
  uploadsBucketRegion: setting(string("the name of a region", /^[a-z0-9-]+$/), {
    variable: "PARLANCE_UPLOADS_S3_REGION",
    default: "us-east-1",
    meaning: "Region of the bucket. Services without regions accept any value.",
  }),
  uploadsBucketKeyId: setting(string("the ID of an access key", /^\S+$/), {
    variable: "PARLANCE_UPLOADS_S3_KEY_ID",
    default: "",
    defaultText: "none",
    meaning: "ID of the access key for the bucket.",
  }),
  uploadsBucketSecret: setting(string("the secret of an access key", /^\S+$/), {
    variable: "PARLANCE_UPLOADS_S3_SECRET",
    isSecret: true,
    default: "",
    defaultText: "none",
    meaning:
      "Secret of the access key. The key needs permission to list, read, write and delete objects in the bucket.",
  }),
  maxUploadMib: setting(integer(0, 102_400), {
    variable: "PARLANCE_MAX_FILE_UPLOAD_SIZE_MIB",
    default: 100,
    unit: "MiB",
    meaning: "Maximum size of an uploaded file; 0 turns uploads off.",
  }),
  uploadQuotaMib: setting(integer(0, 1_073_741_824), {
    variable: "PARLANCE_UPLOAD_QUOTA_MIB",
    default: 0,
    defaultText: "0, which means no limit",
    unit: "MiB",
    meaning: "Maximum total size of the uploaded files of an organization.",
  }),
};
