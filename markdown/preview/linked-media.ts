import type { Lookups, Upload } from "../render-types.ts";

/** Media at a URL that can be shown inline. */
export type LinkedMedia =
  | { readonly kind: "image"; readonly source: string; readonly upload?: ImageUpload }
  | { readonly kind: "video"; readonly source: string }
  | { readonly kind: "audio"; readonly source: string }
  | { readonly kind: "hosted video"; readonly source: string; readonly id: string };

export type ImageUpload = Extract<Upload, { kind: "image" }>;

const EXTENSIONS: ReadonlyMap<string, "image" | "video" | "audio"> = new Map([
  ...["bmp", "gif", "jpe", "jpeg", "jpg", "png", "webp"].map((extension) => [extension, "image"] as const),
  ...["mp4", "webm"].map((extension) => [extension, "video"] as const),
  ...["aac", "flac", "m4a", "mp3", "oga", "ogg", "opus", "wav"].map((extension) => [extension, "audio"] as const),
]);
const UPLOAD = /^\/?user_uploads\/([^?#]+)/;
const VIDEO_ID = /^[\w-]+$/;
const VIDEO_HOST = /^(?:(?:m|www)\.)?youtube\.com$|^(?:www\.)?youtube-nocookie\.com$/;

/** Returns the path id of the uploaded file to which a URL of the organization leads, or undefined. */
export const findUploadPath = (href: string): string | undefined => UPLOAD.exec(href)?.[1];

/**
 * Returns the media at a URL, or null if it cannot be shown inline. Determined from the lookups for uploaded files, and
 * from the form of the URL otherwise.
 */
export function findLinkedMedia(href: string, lookups: Lookups): LinkedMedia | null {
  const pathId = findUploadPath(href);
  if (pathId !== undefined && lookups.uploads) return uploadedMedia(href, lookups.uploads.get(pathId));
  if (pathId !== undefined || (href.startsWith("/") && !href.startsWith("//"))) {
    const kind = kindByExtension(href.replace(/[?#].*$/s, ""));
    return kind ? { kind, source: href } : null;
  }
  const url = /^https?:/.test(href) ? URL.parse(href) : null;
  return url && externalMedia(href, url, lookups.externalSource ?? ((source) => source));
}

function uploadedMedia(href: string, upload: Upload | undefined): LinkedMedia | null {
  if (!upload || upload.kind === "other") return null;
  if (upload.kind === "plain image") return { kind: "image", source: href };
  if (upload.kind !== "image") return { kind: upload.kind, source: href };
  return { kind: "image", source: href, upload };
}

function externalMedia(href: string, url: URL, sourceOf: (url: string) => string): LinkedMedia | null {
  const kind = kindByExtension(url.pathname);
  if (kind === "image") return { kind, source: sourceOf(rawImage(url) ?? href) };
  if (kind === "video") return { kind, source: sourceOf(href) };
  if (kind === "audio") return { kind, source: href };
  const id = hostedVideoId(url);
  if (id === null) return null;
  return { kind: "hosted video", source: sourceOf(`https://i.ytimg.com/vi/${id}/mqdefault.jpg`), id };
}

function kindByExtension(path: string): "image" | "video" | "audio" | undefined {
  return EXTENSIONS.get(/\.([a-z0-9]{1,5})$/i.exec(path)?.[1]?.toLowerCase() ?? "");
}

/** Returns the URL of the image file itself for the URL of a page that shows a single image. */
function rawImage({ hostname, pathname }: URL): string | null {
  if (hostname === "github.com" || hostname.endsWith(".github.com")) {
    const [, owner, repository, blob, ...rest] = pathname.split("/");
    if (blob === "blob") return `https://raw.githubusercontent.com/${[owner, repository, ...rest].join("/")}`;
  }
  if (hostname.endsWith(".wikipedia.org") && pathname.startsWith("/wiki/File:")) {
    return `https://${hostname}${pathname.replace("/wiki/File:", "/wiki/Special:FilePath/File:")}`;
  }
  return null;
}

function hostedVideoId({ hostname, pathname, searchParams }: URL): string | null {
  const id =
    hostname === "youtu.be" ? pathname.slice(1) : VIDEO_HOST.test(hostname) ? idOnSite(pathname, searchParams) : "";
  return VIDEO_ID.test(id) ? id : null;
}

function idOnSite(pathname: string, query: URLSearchParams): string {
  if (pathname === "/watch" || pathname === "/watch_popup") return query.get("v") ?? "";
  if (pathname === "/watch_videos") return query.get("video_ids")?.split(",")[0] ?? "";
  return /^\/(?:embed|shorts|v)\/([^/]*)/.exec(pathname)?.[1] ?? "";
}
