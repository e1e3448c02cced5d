import { FolderStore } from "./folder-store.ts";
import type { FileSettings } from "./settings.ts";
import type { FileStore } from "./file-store.ts";

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
