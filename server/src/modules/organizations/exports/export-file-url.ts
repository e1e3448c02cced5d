/** Where the file of an export lies below the organization's address. */
export const EXPORT_FILE_PATH = "/exports/:id/:token/organization.tar.gz";

interface ExportFile {
  readonly id: number;
  readonly token: string;
}

export const exportFileUrl = ({ id, token }: ExportFile): string =>
  EXPORT_FILE_PATH.replace(":id", String(id)).replace(":token", token);

/** Where all files of exports are in the file store. */
export const EXPORTS_PREFIX = "exports/";

/** The name in the file store of an export's file. */
export const exportFileName = ({ id, token }: ExportFile): string => `${EXPORTS_PREFIX}${id}-${token}.tar.gz`;
