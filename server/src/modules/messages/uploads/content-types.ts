import { detectFormat, imageFormats } from "@parlance/kernel/images/image-formats.ts";

/** What is known of a file by its name alone: nothing of this can run where it is shown or played. */
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

/** What nothing is known of, or nothing that is to be shown: HTML and SVG could run. */
const UNKNOWN_CONTENT_TYPE = "application/octet-stream";

/** What a file is, by its first bytes and its name. What its sender says of it is not asked. */
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

/** Whether browsers may show it in place; anything else they have to save. */
const isInlineType = (contentType: string): boolean => /^(?:image|audio|video)\//.test(contentType);

/** What browsers are to do with a file, in the words of the header. */
export function contentDisposition(contentType: string, name: string, addressName: string): string {
  const how = isInlineType(contentType) ? "inline" : "attachment";
  const encoded = encodeURIComponent(name).replace(/['()*]/g, percentEncode);
  return `${how}; filename="${addressName}"; filename*=UTF-8''${encoded}`;
}

const percentEncode = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
