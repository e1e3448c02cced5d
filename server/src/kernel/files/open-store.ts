import type { FileStore } from "./store.ts";
import { FolderStore } from "./folder-store.ts";

/** A bucket of an S3-compatible service. */
export interface BucketSettings {
  /** The address of the bucket; names of files are appended to it. */
  readonly url: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

/** Where uploaded files are kept. */
export interface FileSettings {
  /** Used if there is no bucket. */
  readonly uploadsFolder: string;
  readonly uploadsBucket?: BucketSettings | undefined;
}

/** Opens the store that the settings name. `shared`: whether other processes may use it at the same time. */
export async function openFileStore(
  { uploadsFolder, uploadsBucket }: FileSettings,
  { shared }: { readonly shared: boolean },
): Promise<FileStore> {
  if (uploadsBucket === undefined) return FolderStore.open(uploadsFolder, { shared });
  // Most servers have a folder, and need none of this.
  const { BucketStore } = await import("./bucket-store.ts");
  return new BucketStore(uploadsBucket);
}
