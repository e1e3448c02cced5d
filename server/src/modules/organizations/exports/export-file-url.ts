/** Where the file of an export lies below the organization's address. */
export const FILE_PATH = "/exports/:id/:token/organization.tar.gz";

interface Export {
  readonly id: number;
  readonly token: string;
}

export const fileAddress = ({ id, token }: Export): string =>
  FILE_PATH.replace(":id", String(id)).replace(":token", token);

/** Where all files of exports are in the file store. */
export const STORED = "exports/";

/** The name in the file store of an export's file. */
export const storedName = ({ id, token }: Export): string => `${STORED}${id}-${token}.tar.gz`;
