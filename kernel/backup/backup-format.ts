import { z } from "zod";
import { parseArchiveDocument } from "./archive-documents.ts";

/** The format version that this release writes, and the newest one that it can read. */
export const BACKUP_FORMAT_VERSION = 1;

/**
 * The names of the first and the last entry of every backup: its description, and the list of its content, which a
 * reader compares with the content that it has read.
 */
export const MANIFEST_NAME = "manifest.json";
export const CONTENTS_NAME = "contents.json";

/** Thrown if a backup cannot be created or used. The message explains the reason to the operator. */
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
   * Distinguishes secrets without revealing anything about them. Null if the database had not been used with a secret
   * yet.
   */
  secretFingerprint: z.string().nullable(),
  /** Whether the server's secret is in the backup. */
  holdsSecret: z.boolean(),
  /** The migrations, in the order in which they were applied. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(tableShape),
  /** Tables whose rows are not in the backup because a restored server has no use for them. */
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
 * @throws BackupError if the entry is invalid, or if only a newer release can read the backup's format
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

/**
 * A section of a backup: a table, the pending jobs or a file. A file is one archive entry; the other sections have any
 * number of entries, in the order of their names.
 */
export type BackupSection =
  | { readonly kind: "table"; readonly name: string }
  | { readonly kind: "jobs" }
  | { readonly kind: "file"; readonly path: string };

/**
 * Returns the archive name of the section's entry with the number `piece`. A file has a single entry, without a number.
 */
export function entryName(section: BackupSection, piece: number): string {
  const number = String(piece).padStart(6, "0");
  if (section.kind === "table") return `tables/${section.name}/${number}.copy`;
  return section.kind === "jobs" ? `jobs/${number}.jsonl` : `files/${section.path}`;
}

/** Returns the section that an archive entry belongs to, or undefined if backups have no entries with such a name. */
export function parseEntryName(name: string): BackupSection | undefined {
  const table = /^tables\/([^/]+)\/\d+\.copy$/.exec(name)?.[1];
  if (table !== undefined) return { kind: "table", name: table };
  if (/^jobs\/\d+\.jsonl$/.test(name)) return { kind: "jobs" };
  const path = /^files\/(.+)$/.exec(name)?.[1];
  return path !== undefined && isPlainPath(path) ? { kind: "file", path } : undefined;
}

/** Returns true if a relative path cannot lead outside its base folder. */
const isPlainPath = (path: string): boolean =>
  path.split("/").every((part) => part !== "" && part !== "." && part !== "..") && !/[\\\0]/.test(path);
