/** How far the making or the reading of a large file is. */
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
  /** What is under way, such as the name of a table. */
  readonly what: string;
  /** From 0 to 1, as far as that can be known in advance. */
  readonly fraction: number;
  /** Bytes written to the file, or read from it. */
  readonly bytes: number;
}

export type ReportProgress = (progress: BackupProgress) => void;
