// The test files of a run, which several processes distribute among themselves.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Contents {
  readonly files: readonly string[];
  /** Number of processes. The first files belong to them, one each. */
  readonly processes: number;
}

/** A list of files in a folder, with a mark for each that was claimed by a process, and for each that is done. */
export class FileQueue {
  readonly #folder: string;
  readonly #contents: Contents;

  /** Opens the queue that `create` stored in this folder. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#contents = JSON.parse(readFileSync(join(folder, "files.json"), "utf8")) as Contents;
  }

  static create(folder: string, contents: Contents): FileQueue {
    writeFileSync(join(folder, "files.json"), JSON.stringify(contents));
    return new FileQueue(folder);
  }

  /**
   * Yields the files for a process, numbered from 1: first its own, so that each process has one, and then files that
   * no process has claimed. A file counts as done when the next is requested.
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

  /** The duration of each finished file, from loading it to the end of its tests, in seconds. */
  get seconds(): ReadonlyMap<string, number> {
    const done = this.#contents.files.flatMap((file, index) => {
      const path = this.#doneMark(index);
      return existsSync(path) ? [[file, Number(readFileSync(path, "utf8"))] as const] : [];
    });
    return new Map(done);
  }

  /** The files that did not finish, each with the reason. */
  get unfinished(): { file: string; reason: string }[] {
    return this.#contents.files.flatMap((file, index) => {
      if (existsSync(this.#doneMark(index))) return [];
      const isTaken = existsSync(this.#claimedMark(index));
      return [{ file, reason: isTaken ? "its process ended while it ran" : "no process was left to run it" }];
    });
  }

  #claimedMark(index: number): string {
    return join(this.#folder, `${index}.taken`);
  }

  #doneMark(index: number): string {
    return join(this.#folder, `${index}.done`);
  }
}

/** Creates a file. Returns true if this process created it. */
function createMark(path: string, content = ""): boolean {
  try {
    writeFileSync(path, content, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
