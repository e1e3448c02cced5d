/** A file or symbolic link of a distribution, or of a package. */
export interface File {
  /** Path relative to the folder of the distribution or of the package. */
  readonly path: string;
  /** The content of a file, or the target of a symbolic link. */
  readonly content: Uint8Array | { readonly link: string };
  readonly isExecutable: boolean;
}

/** Creates a file that is not executable. */
export const createFile = (path: string, content: Uint8Array | string): File => ({
  path,
  content: typeof content === "string" ? Buffer.from(content) : content,
  isExecutable: false,
});

/** Returns the files with their paths below a folder. */
export const moveTo = (folder: string, files: readonly File[]): File[] =>
  files.map((file) => ({ ...file, path: `${folder}/${file.path}` }));

/** An error in the build of a distribution that is explained by its message. */
export class DistributionError extends Error {}
