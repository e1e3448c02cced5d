import type { Reader } from "#kernel/db/types.ts";
import type { Actor } from "#kernel/http/context.ts";
import type { FolderDraft } from "#modules/channels/folders/actions/create-folder.ts";
import type { FolderChange } from "#modules/channels/folders/actions/change-folder.ts";
import { folderName } from "#modules/channels/folders/folder-names.ts";
import { renderDescriptions } from "./render-descriptions.ts";

interface Given {
  readonly name: string;
  readonly description: string;
}

/** Checks the name of a folder, and renders the description. Throws EmptyFolderName or InvalidFolderNameCharacter. */
export async function draftFolder(db: Reader, writer: Actor, { name, description }: Given): Promise<FolderDraft> {
  return { name: folderName(name), ...(await described(db, writer, description)) };
}

/** The same of what somebody wants to change. */
export async function draftFolderWords(
  db: Reader,
  writer: Actor,
  given: { readonly [K in keyof Given]?: Given[K] | undefined },
): Promise<Omit<FolderChange, "is_archived">> {
  const name = given.name === undefined ? undefined : folderName(given.name);
  if (given.description === undefined) return { name };
  return { name, description: await described(db, writer, given.description) };
}

async function described(db: Reader, writer: Actor, description: string) {
  const [rendered_description = ""] = await renderDescriptions(db, writer, [description]);
  return { description, rendered_description };
}
