/** Progress of creating or reading a backup. */
export interface BackupProgress {
  readonly step:
    | "copying"
    | "verifying"
    | "checking"
    | "loading"
    | "indexing"
    | "comparing"
    | "exporting"
    | "importing";
  /** The item that is being processed, such as the name of a table. */
  readonly what: string;
  /** The completed share, from 0 to 1. An estimate, because the total is not always known in advance. */
  readonly fraction: number;
  /** Number of bytes of the backup file written or read so far. */
  readonly bytes: number;
}

export type ReportProgress = (progress: BackupProgress) => void;
