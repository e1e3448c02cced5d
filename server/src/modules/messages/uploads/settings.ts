const MIB = 2 ** 20;

export interface UploadSettings {
  /** How large a file may be; 0: no files are taken. */
  readonly maxUploadMib: number;
  /** How much the files of one organization may come to; 0: any amount. */
  readonly uploadQuotaMib: number;
}

export const maxUploadBytes = ({ maxUploadMib }: UploadSettings): number => maxUploadMib * MIB;

export const quotaBytes = ({ uploadQuotaMib }: UploadSettings): number =>
  uploadQuotaMib === 0 ? Number.MAX_SAFE_INTEGER : uploadQuotaMib * MIB;
