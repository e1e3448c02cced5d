/** Where the file of an export lies below the organization's address. */
export const FILE_PATH = "/exports/:id/:token/organization.jsonl.gz";

export const fileAddress = ({ id, token }: { readonly id: number; readonly token: string }): string =>
  FILE_PATH.replace(":id", String(id)).replace(":token", token);
