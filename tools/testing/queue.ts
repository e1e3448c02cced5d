// The test files of a run, which several processes share out among themselves.
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Contents {
  readonly files: readonly string[];
  /** How many processes there are: the first files are theirs, one each. */
  readonly processes: number;
}

/** A list of files in a folder, with a mark for each that somebody took, and for each that is done. */
export class FileQueue {
  readonly #folder: string;
  readonly #contents: Contents;

  /** The queue that `create` left in this folder. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#contents = JSON.parse(readFileSync(join(folder, "files.json"), "utf8")) as Contents;
  }

  static create(folder: string, contents: Contents): FileQueue {
    writeFileSync(join(folder, "files.json"), JSON.stringify(contents));
    return new FileQueue(folder);
  }

  /**
   * Hands out to a process, which is one of 1, 2, …, its own first file, so that none comes away empty-handed, and then those
   * that nobody has taken. One counts as done when the next is asked for.
   */
  *take(process: number): Generator<string> {
    const { files, processes } = this.#contents;
    for (const [index, file] of files.entries()) {
      const isForAnother = index < processes && index !== process - 1;
      if (isForAnother || !mark(this.#taken(index))) continue;
      yield file;
      mark(this.#done(index));
    }
  }

  /** What became of the files that are not done, in words. */
  get unfinished(): string[] {
    return this.#contents.files.flatMap((file, index) => {
      if (existsSync(this.#done(index))) return [];
      const isTaken = existsSync(this.#taken(index));
      return [`${file}: ${isTaken ? "the process that ran it ended in its midst" : "no process came to it"}`];
    });
  }

  #taken(index: number): string {
    return join(this.#folder, `${index}.taken`);
  }

  #done(index: number): string {
    return join(this.#folder, `${index}.done`);
  }
}

/** Whether it was us who made this file. */
function mark(path: string): boolean {
  try {
    closeSync(openSync(path, "wx"));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
