import { deleteUnfinishedInFolder, FolderStore } from "./folder-store.ts";
import type { FileSettings } from "./settings.ts";
import type { FileStore } from "./file-store.ts";

/** Opens the file store that the settings select. Deletes nothing. */
export async function openFileStore({ uploadsFolder, uploadsBucket }: FileSettings): Promise<FileStore> {
  if (uploadsBucket === undefined) return FolderStore.open(uploadsFolder);
  // Imported only if needed, because most servers use a folder.
  const { BucketStore } = await import("./bucket-store.ts");
  return new BucketStore(uploadsBucket);
}

/**
 * Deletes unfinished files of processes that were killed, from an open store in a folder. A bucket has no such files.
 * `shared`: whether other processes may use the store at the same time.
 */
export async function deleteUnfinishedFiles(
  { uploadsFolder, uploadsBucket }: FileSettings,
  { shared }: { readonly shared: boolean },
): Promise<void> {
  if (uploadsBucket === undefined) await deleteUnfinishedInFolder(uploadsFolder, { shared });
}
