// The files of this repository that are made from others.

/** Makes one or more committed files. To register one, add it to the list below. */
export interface Generator {
  name: string;
  /** The files it makes, relative to the root of the checkout: exactly these, every time. */
  outputs: readonly string[];
  /** Makes the content of each output from what is in the checkout: the same every time, on every machine. */
  make(): Promise<ReadonlyMap<string, string>>;
}

/** All generators. Each imports what it needs inside `make`, so that listing them costs nothing. */
export const generators: readonly Generator[] = [];
