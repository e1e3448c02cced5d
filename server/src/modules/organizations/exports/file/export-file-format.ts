import { z } from "zod";
import { parseArchiveDocument } from "@parlance/kernel/backup/archive-documents.ts";

/** Version of the file format that this release writes, and newest version that it can read. */
export const FORMAT_VERSION = 2;

/** Names of the first and the last entry of every file: a description of the export, and checksums of its contents. */
export const MANIFEST_ENTRY = "organization.json";
export const CONTENTS_ENTRY = "contents.json";

/** Thrown if the file of an export cannot be created or used. The message explains the reason to the operator. */
export class ExportFileError extends Error {
  override readonly name = "ExportFileError";
}

/** Returns an error about a value that the API would reject. `row` describes the row with the value. */
export function invalidValueError(column: string, row: string, value: unknown, reason = ""): ExportFileError {
  const why = reason === "" ? "" : ` (${reason.replace(/[.!]$/, "")})`;
  const shown = JSON.stringify(value)?.slice(0, 100);
  const advice = "change it in the original organization and export it again";
  return new ExportFileError(`${column} of ${row} cannot be ${shown}${why}: ${advice}`);
}

const messageId = z.int().min(0);
const spanShape = z.object({ first: messageId, last: messageId });

const manifestShape = z.object({
  format: z.literal("parlance-export"),
  version: z.int().positive(),
  exported_at: z.iso.datetime(),
  export_type: z.enum(["everything", "public", "with consent"]),
  organization: z.object({ id: z.int().positive(), name: z.string(), url: z.url() }),
  /** Email addresses of the exporting server's system bots, by the ids that occur in the organization's rows. */
  system_bots: z.record(z.string().regex(/^\d+$/), z.string()),
  /** Ids of the first message that still exists and of the last one ever sent. */
  messages: spanShape,
});

const checksumShape = z.object({ bytes: z.int().min(0), rows: z.int().min(0), sha256: z.string() });

/** Schema of the last entry: the checksums, by the name of a table or a file. */
const contentsShape = z.object({
  manifest: checksumShape,
  tables: z.record(z.string(), checksumShape),
  files: z.record(z.string(), checksumShape),
});

export type MessageSpan = z.infer<typeof spanShape>;
export type Manifest = z.infer<typeof manifestShape>;
export type Contents = z.infer<typeof contentsShape>;

/**
 * Parses the first entry of a file.
 * @throws ExportFileError, including if the file's version needs a newer release
 */
export function parseManifest(source: string): Manifest {
  const data = parseJson(source, MANIFEST_ENTRY);
  const version = z.object({ version: z.int() }).safeParse(data).data?.version ?? 0;
  if (version > FORMAT_VERSION) {
    throw new ExportFileError(`it has format version ${version}, which requires a newer release`);
  }
  return valid(manifestShape.safeParse(data), MANIFEST_ENTRY);
}

/** Parses the last entry of a file. */
export const parseContents = (source: string): Contents =>
  valid(contentsShape.safeParse(parseJson(source, CONTENTS_ENTRY)), CONTENTS_ENTRY);

function parseJson(source: string, name: string): unknown {
  try {
    return parseArchiveDocument(source);
  } catch (cause) {
    throw new ExportFileError(`${name} in it is not JSON`, { cause });
  }
}

function valid<T>(result: z.ZodSafeParseResult<T>, name: string): T {
  if (result.success) return result.data;
  throw new ExportFileError(`${name} in it is invalid`, { cause: result.error });
}

/**
 * A section of an export file: the rows of a table, which can be split into several archive entries, or a file from the
 * file store.
 */
export type Section =
  | { readonly kind: "table"; readonly name: string }
  | { readonly kind: "file"; readonly name: string };

/** Returns the name of the nth archive entry of a section. Files have only one entry. */
export const entryName = ({ kind, name }: Section, nth: number): string =>
  kind === "file" ? `files/${name}` : `tables/${name}/${String(nth).padStart(6, "0")}.jsonl`;

/** Returns the section to which an archive entry belongs; undefined if export files have no such entry. */
export function parseSection(entry: string): Section | undefined {
  const table = /^tables\/([a-z_]+)\/\d{6,}\.jsonl$/.exec(entry)?.[1];
  if (table !== undefined) return { kind: "table", name: table };
  const file = /^files\/([a-z0-9][a-z0-9._/-]*)$/.exec(entry)?.[1];
  return file === undefined ? undefined : { kind: "file", name: file };
}
