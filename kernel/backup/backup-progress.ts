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
  /** From 0 to 1, as far as it can be known in advance. */
  readonly fraction: number;
  /** Number of bytes written to the file, or read from it. */
  readonly bytes: number;
}

export type ReportProgress = (progress: BackupProgress) => void;
