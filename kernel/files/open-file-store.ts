import { FolderStore } from "./folder-store.ts";
import type { FileSettings } from "./settings.ts";
import type { FileStore } from "./file-store.ts";

/**
 * Opens the file store that the settings select. `shared`: whether other processes may use the store at the same time.
 */
export async function openFileStore(
  { uploadsFolder, uploadsBucket }: FileSettings,
  { shared }: { readonly shared: boolean },
): Promise<FileStore> {
  if (uploadsBucket === undefined) return FolderStore.open(uploadsFolder, { shared });
  // Imported only if needed, because most servers use a folder.
  const { BucketStore } = await import("./bucket-store.ts");
  return new BucketStore(uploadsBucket);
}
