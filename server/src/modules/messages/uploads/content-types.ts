import { detectFormat, imageFormats } from "@parlance/kernel/images/image-formats.ts";

/** Content types by the extension of the file name. Browsers do not execute code in files of these types. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  aac: "audio/aac",
  flac: "audio/flac",
  m4a: "audio/mp4",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  oga: "audio/ogg",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  pdf: "application/pdf",
  txt: "text/plain; charset=utf-8",
  wav: "audio/wav",
  webm: "video/webm",
  zip: "application/zip",
};

/**
 * Content type of all other files. It prevents browsers from displaying files that could contain code, such as HTML and
 * SVG.
 */
const UNKNOWN_CONTENT_TYPE = "application/octet-stream";

/**
 * Determines the content type of a file from its first bytes and its name. The type that the client declares is
 * ignored.
 */
export function detectContentType(name: string, firstBytes: Uint8Array): string {
  const format = detectFormat(firstBytes);
  if (format !== null) return `image/${format}`;
  const extension = /\.(\w{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(BY_EXTENSION, extension) ? (BY_EXTENSION[extension] as string) : UNKNOWN_CONTENT_TYPE;
}

const ALL_CONTENT_TYPES: ReadonlySet<string> = new Set([
  ...imageFormats.map((format) => `image/${format}`),
  ...Object.values(BY_EXTENSION),
  UNKNOWN_CONTENT_TYPE,
]);

/** True if an upload can have this content type. */
export const isContentType = (contentType: string): boolean => ALL_CONTENT_TYPES.has(contentType);

/** True if browsers may display or play files of this type. Files of other types are downloaded. */
const isInlineType = (contentType: string): boolean => /^(?:image|audio|video)\//.test(contentType);

/** Returns the `Content-Disposition` header for a file. */
export function contentDisposition(contentType: string, name: string, addressName: string): string {
  const how = isInlineType(contentType) ? "inline" : "attachment";
  const encoded = encodeURIComponent(name).replace(/['()*]/g, percentEncode);
  return `${how}; filename="${addressName}"; filename*=UTF-8''${encoded}`;
}

const percentEncode = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
