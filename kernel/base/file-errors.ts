const FILE_SYSTEM_REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full; free up space and start again",
  EDQUOT: "the disk quota is exhausted; free up space and start again",
  EROFS: "the file system is read-only",
  EACCES: "permission denied; the user who starts the server must be able to write there",
  EPERM: "operation not permitted; the user who starts the server must own it",
  ENOTDIR: "a part of the path is not a folder",
  EEXIST: "something that is not a folder is in the way",
  EISDIR: "it is a folder, not a file",
  ENAMETOOLONG: "the path is too long",
  ELOOP: "the path contains a loop of symbolic links",
};

/** Returns the code of a failed system call, such as `ENOENT`, or undefined for any other value. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Returns the path of a failed system call, or undefined if the error has none. */
export const errorPath = (error: unknown): string | undefined =>
  error instanceof Error && "path" in error ? String(error.path) : undefined;

/** Returns a readable reason why a file or folder cannot be used, or undefined if the error is not a common one. */
export const describeFileError = (error: unknown): string | undefined =>
  FILE_SYSTEM_REASONS[systemErrorCode(error) ?? ""];
