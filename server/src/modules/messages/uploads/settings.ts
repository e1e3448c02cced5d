import { integer, setting } from "@parlance/kernel/config/setting.ts";

const MIB = 2 ** 20;

/** The settings of uploads. */
export const uploadSettings = {
  maxUploadMib: setting(integer(0, 102_400), {
    key: "uploads.max_file_size_mib",
    variable: "PARLANCE_MAX_FILE_UPLOAD_SIZE_MIB",
    default: 100,
    unit: "MiB",
    meaning: "Maximum size of an uploaded file; 0 turns uploads off.",
  }),
  uploadQuotaMib: setting(integer(0, 1_073_741_824), {
    key: "uploads.quota_mib",
    variable: "PARLANCE_UPLOAD_QUOTA_MIB",
    default: 0,
    defaultText: "0, which means no limit",
    unit: "MiB",
    meaning: "Maximum total size of the uploaded files of an organization.",
  }),
};

export interface UploadSettings {
  /** Maximum size of a file, in MiB. 0 disables uploads. */
  readonly maxUploadMib: number;
  /** Maximum total size of an organization's files, in MiB. 0 means unlimited. */
  readonly uploadQuotaMib: number;
}

export const maxUploadBytes = ({ maxUploadMib }: UploadSettings): number => maxUploadMib * MIB;

export const quotaBytes = ({ uploadQuotaMib }: UploadSettings): number =>
  uploadQuotaMib === 0 ? Number.MAX_SAFE_INTEGER : uploadQuotaMib * MIB;
