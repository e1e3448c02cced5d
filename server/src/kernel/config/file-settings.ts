import { bucketUrl, integer, optional, setting, string } from "./setting.ts";

/** Where files are kept, and how much. */
export const fileSettings = {
  uploadsBucketUrl: optional(bucketUrl, {
    variable: "PARLANCE_UPLOADS_S3_URL",
    defaultText: "files are kept in the folder `uploads` of the data directory",
    meaning:
      "The bucket of an S3-compatible service in which uploaded files are kept, with the bucket's name in the host or in the path. Needed where several machines run the server. What is in the folder is not moved there.",
  }),
  uploadsBucketRegion: setting(string("the name of a region", /^[a-z0-9-]+$/), {
    variable: "PARLANCE_UPLOADS_S3_REGION",
    default: "us-east-1",
    meaning: "The region of that bucket. Services that have none take any.",
  }),
  uploadsBucketKeyId: setting(string("the name of a key", /^\S+$/), {
    variable: "PARLANCE_UPLOADS_S3_KEY_ID",
    default: "",
    defaultText: "none",
    meaning: "The name of the access key for that bucket.",
  }),
  uploadsBucketSecret: setting(string("the secret of a key", /^\S+$/), {
    variable: "PARLANCE_UPLOADS_S3_SECRET",
    isSecret: true,
    default: "",
    defaultText: "none",
    meaning: "The secret of that access key. It may list, read, write and delete what is in the bucket.",
  }),
  maxUploadMib: setting(integer(0, 102_400), {
    variable: "PARLANCE_MAX_FILE_UPLOAD_SIZE_MIB",
    default: 100,
    unit: "MiB",
    meaning: "How large an uploaded file may be; 0 where no files are taken.",
  }),
  uploadQuotaMib: setting(integer(0, 1_073_741_824), {
    variable: "PARLANCE_UPLOAD_QUOTA_MIB",
    default: 0,
    defaultText: "0, which is as much as wanted",
    unit: "MiB",
    meaning: "How much all uploaded files of one organization may come to.",
  }),
};
