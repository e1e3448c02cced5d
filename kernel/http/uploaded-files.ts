import type { AppError, ErrorClass } from "../base/errors.ts";
import { FileTooLarge } from "./errors.ts";

/** A file that was sent with a form. */
export interface UploadedFile {
  /** The sender's name for the file, for display only; never a path. */
  readonly name: string;
  /** The type that the sender declares; the content may be anything else. */
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Rule for the single file of a request, whatever its field name. */
export interface FileRule {
  /** Description in the API reference. */
  readonly description: string;
  readonly maxBytes: number;
  /** The error for no file or more than one. */
  readonly NotExactlyOne: ErrorClass & (new () => AppError);
}

/** Rule for a file that is not stored in memory, but passed on while it is received. */
export interface StreamRule {
  readonly isStreamed: true;
  /** Description in the API reference. */
  readonly description: string;
  /** Maximum size of the file, in bytes. */
  readonly maxBytes: number;
  /** Maximum number of the file's bytes in memory at a time. */
  readonly maxBufferedBytes: number;
  /** The error for no file. */
  readonly Missing: ErrorClass & (new () => AppError);
  /** The error for more than one file. */
  readonly Several: ErrorClass & (new () => AppError);
}

/** Returns the errors for a request that does not contain exactly one file. */
export const fileErrors = (rule: FileRule | StreamRule): readonly ErrorClass[] =>
  "isStreamed" in rule ? [rule.Missing, rule.Several] : [rule.NotExactlyOne];

/** The files of a form. Of several, only the content of the first is stored. */
export interface ReceivedFiles {
  count: number;
  first: UploadedFile | null;
  isTooLarge: boolean;
}

const receivedFiles = new WeakMap<object, ReceivedFiles>();

/** Stores the files of a request until they are retrieved or the request ends. */
export const setReceivedFiles = (request: object, files: ReceivedFiles): void => void receivedFiles.set(request, files);

/**
 * Returns the file of a request.
 * @throws FileTooLarge, and `NotExactlyOne` of the rule
 */
export function getUploadedFile(request: object, { maxBytes, NotExactlyOne }: FileRule): UploadedFile {
  const files = receivedFiles.get(request);
  if (files?.count !== 1 || !files.first) throw new NotExactlyOne();
  if (files.isTooLarge) throw new FileTooLarge(maxBytes);
  return files.first;
}
