import { readArchiveEntries, type ReadOptions } from "./archive-reader.ts";
import type { Checksum } from "./checksum.ts";

/**
 * The division of an archive into sections. A section is either a file, in exactly one entry, or other content such as
 * a table's rows, in one or more entries.
 */
export interface ArchiveLayout<Section> {
  /** Name of the last entry, which lists the checksums of all other entries. */
  readonly contentsEntry: string;
  /** Returns the section that an entry belongs to, or undefined if the name is not allowed in the archive. */
  readonly parseEntryName: (name: string) => Section | undefined;
  /** Returns the name of a section's nth entry, counted from 1. */
  readonly entryName: (section: Section, nth: number) => string;
  /** Creates the error for an entry that does not belong in the archive. */
  readonly unexpectedEntry: (name: string) => Error;
  /** Creates the error for a document that is missing, or not at its required position. */
  readonly missingDocument: (name: string) => Error;
  /** Creates the error for a document that is longer than allowed. */
  readonly documentTooLong: (name: string) => Error;
}

/**
 * Reads the documents and sections of an archive in order. The name of the next entry is available before the entry is
 * read.
 */
export class SectionedArchiveReader<Section extends { readonly kind: string }> {
  readonly #layout: ArchiveLayout<Section>;
  readonly #entries: ReturnType<typeof readArchiveEntries>;
  #next: { name: string; size: number; data: AsyncIterable<Uint8Array> } | undefined;

  constructor(path: string, layout: ArchiveLayout<Section>, options: ReadOptions) {
    this.#layout = layout;
    this.#entries = readArchiveEntries(path, options);
  }

  /** Name of the next entry. Undefined before the first call of `document`, and at the end of the archive. */
  get name(): string | undefined {
    return this.#next?.name;
  }

  /** The section that the next entry belongs to. Undefined if the next entry is `contentsEntry` or there is none. */
  get section(): Section | undefined {
    const { name } = this;
    if (name === undefined || name === this.#layout.contentsEntry) return undefined;
    const section = this.#layout.parseEntryName(name);
    if (section === undefined) throw this.#layout.unexpectedEntry(name);
    return section;
  }

  /** Returns the text of the next entry, which must have the given name and at most `maxBytes`. */
  async document(name: string, maxBytes: number): Promise<string> {
    if (this.#next === undefined) await this.#advance();
    if (this.#next?.name !== name) throw this.#layout.missingDocument(name);
    if (this.#next.size > maxBytes) throw this.#layout.documentTooLong(name);
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.#next.data) chunks.push(chunk);
    await this.#advance();
    return Buffer.concat(chunks).toString();
  }

  /** Yields the data of a section, across all of its entries, and adds it to `checksum`. */
  async *bytesOf(section: Section, checksum: Checksum): AsyncGenerator<Uint8Array> {
    for (let nth = 1; this.#next?.name === this.#layout.entryName(section, nth); nth += 1) {
      for await (const chunk of this.#next.data) {
        checksum.add(chunk);
        yield chunk;
      }
      await this.#advance();
      if (section.kind === "file") return;
    }
  }

  /** Closes the file. Damage in entries that were not read does not cause an error. */
  async close(): Promise<void> {
    await this.#entries.return(undefined).catch(() => undefined);
  }

  async #advance(): Promise<void> {
    const { value, done } = await this.#entries.next();
    this.#next = done ? undefined : value;
  }
}
