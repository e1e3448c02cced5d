import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import type { FolderText } from "#modules/channels/folders/actions/create-folder.ts";
import type { FolderChange } from "#modules/channels/folders/actions/change-folder.ts";
import { parseFolderName } from "#modules/channels/folders/folder-names.ts";
import { renderDescriptions } from "./render-descriptions.ts";

interface FolderTextInput {
  readonly name: string;
  readonly description: string;
}

/**
 * Validates the name of a folder, and renders its description.
 * @throws EmptyFolderName, InvalidFolderNameCharacter
 */
export async function prepareFolderText(
  db: Reader,
  writer: Actor,
  { name, description }: FolderTextInput,
): Promise<FolderText> {
  return { name: parseFolderName(name), ...(await described(db, writer, description)) };
}

/**
 * Validates the new name of a folder, and renders its new description, as far as they are given.
 * @throws EmptyFolderName, InvalidFolderNameCharacter
 */
export async function prepareFolderTextUpdate(
  db: Reader,
  writer: Actor,
  input: { readonly [K in keyof FolderTextInput]?: FolderTextInput[K] | undefined },
): Promise<Omit<FolderChange, "is_archived">> {
  const name = input.name === undefined ? undefined : parseFolderName(input.name);
  if (input.description === undefined) return { name };
  return { name, description: await described(db, writer, input.description) };
}

async function described(db: Reader, writer: Actor, description: string) {
  const [rendered_description = ""] = await renderDescriptions(db, writer, [description]);
  return { description, rendered_description };
}
