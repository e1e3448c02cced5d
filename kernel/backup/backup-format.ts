import { z } from "zod";
import { parseArchiveDocument } from "./archive-documents.ts";

/** The layout that this release writes, and the newest that it reads. */
export const BACKUP_FORMAT_VERSION = 1;

/** First and last in every backup: what it is, and what must have been read by its end. */
export const MANIFEST_NAME = "manifest.json";
export const CONTENTS_NAME = "contents.json";

/** A backup cannot be made or used; the message tells the operator why. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

const tableShape = z.object({ name: z.string(), columns: z.array(z.string()).min(1) });
const sequenceShape = z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() });

/** What a backup begins with. */
const manifestShape = z.object({
  format: z.int().positive(),
  program: z.string(),
  postgres: z.string(),
  createdAt: z.iso.datetime(),
  /** Where people reached the server. */
  site: z.string(),
  /** Tells secrets apart without telling anything about them; null: the database had not been used with one. */
  secretFingerprint: z.string().nullable(),
  /** Whether the server's secret is in the backup. */
  holdsSecret: z.boolean(),
  /** In the order in which they were applied. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(tableShape),
  /** Tables whose rows are worth nothing later, and are not in the backup. */
  leftOut: z.array(z.string()),
  sequences: z.array(sequenceShape),
});

const checksumShape = z.object({ bytes: z.int().min(0), sha256: z.string() });
const countedShape = checksumShape.extend({ rows: z.int().min(0) });

/** What a backup ends with: how much there is of everything, and its checksums. */
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
 * Reads the first file of a backup.
 * @throws BackupError also when it is of a format that only newer releases know
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

/** Reads the last file of a backup. */
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

/** A part of a backup: what its entries, in the order of their names, are pieces of. */
export type BackupSection =
  | { readonly kind: "table"; readonly name: string }
  | { readonly kind: "jobs" }
  | { readonly kind: "file"; readonly path: string };

/** The name of a section's piece in the archive; what comes in one piece has no number. */
export function entryName(section: BackupSection, piece: number): string {
  const number = String(piece).padStart(6, "0");
  if (section.kind === "table") return `tables/${section.name}/${number}.copy`;
  return section.kind === "jobs" ? `jobs/${number}.jsonl` : `files/${section.path}`;
}

/** What an entry of the archive is a piece of; undefined for one that no backup has. */
export function parseEntryName(name: string): BackupSection | undefined {
  const table = /^tables\/([^/]+)\/\d+\.copy$/.exec(name)?.[1];
  if (table !== undefined) return { kind: "table", name: table };
  if (/^jobs\/\d+\.jsonl$/.test(name)) return { kind: "jobs" };
  const path = /^files\/(.+)$/.exec(name)?.[1];
  return path !== undefined && isPlainPath(path) ? { kind: "file", path } : undefined;
}

/** Whether a path leads nowhere but below the folder it is put in. */
const isPlainPath = (path: string): boolean =>
  path.split("/").every((part) => part !== "" && part !== "." && part !== "..") && !/[\\\0]/.test(path);
