import type { AppError, ErrorClass } from "../base/errors.ts";
import { FileTooLarge } from "./errors.ts";

/** A file that was sent with a form. */
export interface UploadedFile {
  /** The file name that the sender has chosen. For display only; must never be used as a path. */
  readonly name: string;
  /** The media type that the sender has declared. The content may be of any other type. */
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Rule for the single file of a request. The file's field may have any name. */
export interface FileRule {
  /** Description in the API reference. */
  readonly description: string;
  readonly maxBytes: number;
  /** The error if the request contains no file, or more than one. */
  readonly NotExactlyOne: ErrorClass & (new () => AppError);
}

/** Rule for a file that is passed on while it is received, instead of being held in memory. */
export interface StreamRule {
  readonly isStreamed: true;
  /** Description in the API reference. */
  readonly description: string;
  /** Maximum size of the file, in bytes. */
  readonly maxBytes: number;
  /** Maximum number of the file's bytes in memory at a time. */
  readonly maxBufferedBytes: number;
  /** The error if the request contains no file. */
  readonly Missing: ErrorClass & (new () => AppError);
  /** The error if the request contains more than one file. */
  readonly Several: ErrorClass & (new () => AppError);
}

/** Returns the errors for a request that does not contain exactly one file. */
export const fileErrors = (rule: FileRule | StreamRule): readonly ErrorClass[] =>
  "isStreamed" in rule ? [rule.Missing, rule.Several] : [rule.NotExactlyOne];

/** The files of a form. Only the content of the first file is stored. */
export interface ReceivedFiles {
  count: number;
  first: UploadedFile | null;
  isTooLarge: boolean;
}

const receivedFiles = new WeakMap<object, ReceivedFiles>();

/** Stores the files of a request until the request object is garbage-collected. */
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
