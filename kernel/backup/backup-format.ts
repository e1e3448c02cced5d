import { z } from "zod";
import { parseArchiveDocument } from "./archive-documents.ts";

/** The format version that this release writes, and the newest one that it can read. */
export const BACKUP_FORMAT_VERSION = 1;

/**
 * The first and last entries of every backup: its description, and a list of the content that a reader must have found
 * by the end.
 */
export const MANIFEST_NAME = "manifest.json";
export const CONTENTS_NAME = "contents.json";

/** A backup cannot be created or used. The message explains the reason to the operator. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

const tableShape = z.object({ name: z.string(), columns: z.array(z.string()).min(1) });
const sequenceShape = z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() });

/** The first entry of a backup. */
const manifestShape = z.object({
  format: z.int().positive(),
  program: z.string(),
  postgres: z.string(),
  createdAt: z.iso.datetime(),
  /** URL at which users reached the server. */
  site: z.string(),
  /**
   * Distinguishes secrets without revealing anything about them. Null: the database had not been used with a secret.
   */
  secretFingerprint: z.string().nullable(),
  /** Whether the server's secret is in the backup. */
  holdsSecret: z.boolean(),
  /** In the order in which they were applied. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(tableShape),
  /** Tables whose rows are not in the backup, because they are of no use later. */
  leftOut: z.array(z.string()),
  sequences: z.array(sequenceShape),
});

const checksumShape = z.object({ bytes: z.int().min(0), sha256: z.string() });
const countedShape = checksumShape.extend({ rows: z.int().min(0) });

/** The last entry of a backup: the sizes and checksums of all content. */
const contentsShape = z.object({
  manifest: checksumShape,
  tables: z.record(z.string(), countedShape),
  jobs: countedShape,
  files: z.record(z.string(), checksumShape),
});

export type BackupManifest = z.infer<typeof manifestShape>;
export type TableShape = z.infer<typeof tableShape>;
export type SequenceState = z.infer<typeof sequenceShape>;
export type BackupContents = z.infer<typeof contentsShape>;

/**
 * Parses the first entry of a backup.
 * @throws BackupError also if only newer releases know the backup's format
 */
export function parseManifest(text: string): BackupManifest {
  const data = parseJson(text, MANIFEST_NAME);
  const format = z.object({ format: z.int() }).safeParse(data).data?.format;
  if (format !== undefined && format > BACKUP_FORMAT_VERSION) {
    throw new BackupError(
      `this backup has format ${format}, which requires a newer release: restore it with that release`,
    );
  }
  return assertValid(manifestShape.safeParse(data), MANIFEST_NAME);
}

/** Parses the last entry of a backup. */
export const parseContents = (text: string): BackupContents =>
  assertValid(contentsShape.safeParse(parseJson(text, CONTENTS_NAME)), CONTENTS_NAME);

function parseJson(text: string, name: string): unknown {
  try {
    return parseArchiveDocument(text);
  } catch (cause) {
    throw new BackupError(`the backup is damaged: ${name} is not JSON`, { cause });
  }
}

function assertValid<T>(result: z.ZodSafeParseResult<T>, name: string): T {
  if (result.success) return result.data;
  throw new BackupError(`the backup is damaged: ${name} is invalid`, { cause: result.error });
}

/** A section of a backup: its entries, in the order of their names, are pieces of it. */
export type BackupSection =
  | { readonly kind: "table"; readonly name: string }
  | { readonly kind: "jobs" }
  | { readonly kind: "file"; readonly path: string };

/** Returns the archive name of a section's piece. A file has a single piece, without a number. */
export function entryName(section: BackupSection, piece: number): string {
  const number = String(piece).padStart(6, "0");
  if (section.kind === "table") return `tables/${section.name}/${number}.copy`;
  return section.kind === "jobs" ? `jobs/${number}.jsonl` : `files/${section.path}`;
}

/** Returns the section that an entry of the archive belongs to, or undefined if no backup contains such an entry. */
export function parseEntryName(name: string): BackupSection | undefined {
  const table = /^tables\/([^/]+)\/\d+\.copy$/.exec(name)?.[1];
  if (table !== undefined) return { kind: "table", name: table };
  if (/^jobs\/\d+\.jsonl$/.test(name)) return { kind: "jobs" };
  const path = /^files\/(.+)$/.exec(name)?.[1];
  return path !== undefined && isPlainPath(path) ? { kind: "file", path } : undefined;
}

/** Whether a path cannot lead outside the folder that it is relative to. */
const isPlainPath = (path: string): boolean =>
  path.split("/").every((part) => part !== "" && part !== "." && part !== "..") && !/[\\\0]/.test(path);
