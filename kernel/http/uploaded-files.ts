import type { AppError, ErrorClass } from "../base/errors.ts";
import { FileTooLarge } from "./errors.ts";

/** A file that came with a form. */
export interface UploadedFile {
  /** What the sender calls it, for people to read; never a path. */
  readonly name: string;
  /** What the sender says that it is; the content may be anything else. */
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** The one file that a request brings, under whatever name of a field. */
export interface FileRule {
  /** Said in the reference. */
  readonly description: string;
  readonly maxBytes: number;
  /** Answered where there is no file, or more than one. */
  readonly NotExactlyOne: ErrorClass & (new () => AppError);
}

/** A file that is not held in memory: it is passed on as it comes in. */
export interface StreamRule {
  readonly isStreamed: true;
  /** Said in the reference. */
  readonly description: string;
  /** How large it may be, in bytes. */
  readonly maxBytes: number;
  /** How much of it is in memory at a time, at most, in bytes. */
  readonly maxBufferedBytes: number;
  /** Answered where there is no file. */
  readonly Missing: ErrorClass & (new () => AppError);
  /** Answered where there is more than one. */
  readonly Several: ErrorClass & (new () => AppError);
}

/** What is answered where a request does not bring the one file that it should. */
export const fileErrors = (rule: FileRule | StreamRule): readonly ErrorClass[] =>
  "isStreamed" in rule ? [rule.Missing, rule.Several] : [rule.NotExactlyOne];

/** The files of a form that were read; of several, the content of the first alone. */
export interface ReceivedFiles {
  count: number;
  first: UploadedFile | null;
  isTooLarge: boolean;
}

const receivedFiles = new WeakMap<object, ReceivedFiles>();

/** Keeps what came with a request, until somebody asks or the request is gone. */
export const setReceivedFiles = (request: object, files: ReceivedFiles): void => void receivedFiles.set(request, files);

/**
 * The file that came with a request.
 * @throws FileTooLarge, and `NotExactlyOne` of the rule
 */
export function getUploadedFile(request: object, { maxBytes, NotExactlyOne }: FileRule): UploadedFile {
  const files = receivedFiles.get(request);
  if (files?.count !== 1 || !files.first) throw new NotExactlyOne();
  if (files.isTooLarge) throw new FileTooLarge(maxBytes);
  return files.first;
}
