import type { FolderText } from "#modules/channels/folders/actions/create-folder.ts";
import type { FolderChange } from "#modules/channels/folders/actions/change-folder.ts";
import { parseFolderName } from "#modules/channels/folders/folder-names.ts";
import { type DescriptionContext, renderDescriptions } from "./render-descriptions.ts";

interface FolderTextInput {
  readonly name: string;
  readonly description: string;
}

/**
 * Validates the name of a folder, and renders its description.
 * @throws EmptyFolderName, InvalidFolderNameCharacter
 */
export async function prepareFolderText(
  ctx: DescriptionContext,
  { name, description }: FolderTextInput,
): Promise<FolderText> {
  return { name: parseFolderName(name), ...(await described(ctx, description)) };
}

/**
 * Validates the new name of a folder, and renders its new description, as far as they are input.
 * @throws EmptyFolderName, InvalidFolderNameCharacter
 */
export async function prepareFolderTextUpdate(
  ctx: DescriptionContext,
  input: { readonly [K in keyof FolderTextInput]?: FolderTextInput[K] | undefined },
): Promise<Omit<FolderChange, "is_archived">> {
  const name = input.name === undefined ? undefined : parseFolderName(input.name);
  if (input.description === undefined) return { name };
  return { name, description: await described(ctx, input.description) };
}

async function described(ctx: DescriptionContext, description: string) {
  const [rendered_description = ""] = await renderDescriptions(ctx, [description]);
  return { description, rendered_description };
}
