/** URL path of an export's file. */
export const EXPORT_FILE_PATH = "/exports/:id/:token/organization.tar.gz";

interface ExportFile {
  readonly id: number;
  readonly token: string;
}

export const exportFileUrl = ({ id, token }: ExportFile): string =>
  EXPORT_FILE_PATH.replace(":id", String(id)).replace(":token", token);

/** Folder of all export files in the file store. */
export const EXPORTS_PREFIX = "exports/";

/** Returns the name of an export's file in the file store. */
export const exportFileName = ({ id, token }: ExportFile): string => `${EXPORTS_PREFIX}${id}-${token}.tar.gz`;
