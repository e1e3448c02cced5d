// The test files of a run. Several processes distribute the files among themselves.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Contents {
  readonly files: readonly string[];
  /** Number of processes. As many files at the start of the list are reserved, one for each process. */
  readonly processes: number;
}

/**
 * A list of files, stored in a folder. For each file that a process has claimed, and for each that is done, the folder
 * contains a marker file.
 */
export class FileQueue {
  readonly #folder: string;
  readonly #contents: Contents;

  /** Opens the queue that `create` has stored in a folder. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#contents = JSON.parse(readFileSync(join(folder, "files.json"), "utf8")) as Contents;
  }

  static create(folder: string, contents: Contents): FileQueue {
    writeFileSync(join(folder, "files.json"), JSON.stringify(contents));
    return new FileQueue(folder);
  }

  /**
   * Yields files for a process. The numbers of processes start at 1. The first file is the one reserved for the
   * process; then follow files that no process has claimed. A file counts as done when the next one is requested.
   */
  *take(process: number): Generator<string> {
    const { files, processes } = this.#contents;
    for (const [index, file] of files.entries()) {
      const isForAnother = index < processes && index !== process - 1;
      if (isForAnother || !createMark(this.#claimedMark(index))) continue;
      const began = performance.now();
      yield file;
      createMark(this.#doneMark(index), String((performance.now() - began) / 1000));
    }
  }

  /** The duration of each file that is done, from loading the file to the end of its tests, in seconds. */
  get seconds(): ReadonlyMap<string, number> {
    const done = this.#contents.files.flatMap((file, index) => {
      const path = this.#doneMark(index);
      return existsSync(path) ? [[file, Number(readFileSync(path, "utf8"))] as const] : [];
    });
    return new Map(done);
  }

  /** The files that are not done, each with the reason. */
  get unfinished(): { file: string; reason: string }[] {
    return this.#contents.files.flatMap((file, index) => {
      if (existsSync(this.#doneMark(index))) return [];
      const isClaimed = existsSync(this.#claimedMark(index));
      return [{ file, reason: isClaimed ? "its process ended while it ran" : "no process was left to run it" }];
    });
  }

  #claimedMark(index: number): string {
    return join(this.#folder, `${index}.taken`);
  }

  #doneMark(index: number): string {
    return join(this.#folder, `${index}.done`);
  }
}

/** Creates a file. Returns false if the file already exists. */
function createMark(path: string, content = ""): boolean {
  try {
    writeFileSync(path, content, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
