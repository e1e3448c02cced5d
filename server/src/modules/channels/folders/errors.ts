import { defineError } from "@parlance/kernel/base/errors.ts";

export const EmptyFolderName = defineError({ text: "Channel folder name can't be empty." });
export const InvalidFolderNameCharacter = defineError({
  text: ({ position }: { position: number }) => `Invalid character in channel folder name, at position ${position}.`,
});
export const FolderNameInUse = defineError({ text: "Channel folder name already in use" });
export const folderNameErrors = [EmptyFolderName, InvalidFolderNameCharacter, FolderNameInUse] as const;

export const InvalidFolderId = defineError({ text: "Invalid channel folder ID" });
export const FolderInUse = defineError({
  text: "You need to remove all the channels from this folder to archive it.",
});
export const InvalidFolderOrder = defineError({ text: "Invalid order mapping." });
