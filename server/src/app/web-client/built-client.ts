import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname } from "node:path";
import { selectEncoding } from "@parlance/kernel/http/accept-encoding.ts";

/** Folder of the builds of the web client. */
const BUILDS_FOLDER = new URL("../../../../node_modules/.cache/web-client/", import.meta.url);

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".webmanifest": "application/manifest+json",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
};

/** Encodings in which files may be precompressed, in order of preference: the one with the smallest files first. */
const encodings = ["br", "gzip"] as const;
const suffixes = { br: ".br", gzip: ".gz" } as const;

/** A file of the client, ready to be sent. */
export interface ClientFile {
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Undefined if the file is not compressed. */
  readonly encoding: (typeof encodings)[number] | undefined;
  readonly etag: string;
}

interface FileContent {
  readonly body: Uint8Array;
  readonly etag: string;
}

/** A build of the client. A file is read when it is first requested, and cached. */
class ClientBuild {
  readonly #folder: URL;
  readonly #names: ReadonlySet<string>;
  readonly #contents = new Map<string, Promise<FileContent>>();

  constructor(folder: URL, names: ReadonlySet<string>) {
    this.#folder = folder;
    this.#names = names;
  }

  has(path: string): boolean {
    return this.#names.has(path);
  }

  /** Returns the content of a file. A failed read is not cached, so the next request tries again. */
  async content(name: string): Promise<FileContent> {
    const content = this.#contents.get(name) ?? readContent(new URL(name, this.#folder));
    this.#contents.set(name, content);
    try {
      return await content;
    } catch (error) {
      this.#contents.delete(name);
      throw error;
    }
  }
}

async function readContent(file: URL): Promise<FileContent> {
  const body = await readFile(file);
  return { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
}

/**
 * The newest build of the web client, and the assets of earlier builds, which pages that were opened before an upgrade
 * may still request.
 */
export class BuiltClient {
  readonly #newest: ClientBuild;
  readonly #earlier: readonly ClientBuild[];

  constructor(newest: ClientBuild, earlier: readonly ClientBuild[]) {
    this.#newest = newest;
    this.#earlier = earlier;
  }

  /**
   * Returns a file by its path in the build, such as `assets/index-1a2b.js`, in the smallest available encoding that
   * the browser accepts. Null if no build has such a file.
   * @param accepted value of the `Accept-Encoding` header
   */
  async file(path: string, accepted?: string): Promise<ClientFile | null> {
    const contentType = contentTypes[extname(path)];
    const build = this.#buildWith(path);
    if (contentType === undefined || !build) return null;
    const [first, ...others] = encodings.filter((encoding) => build.has(path + suffixes[encoding]));
    const encoding = first && selectEncoding(accepted, [first, ...others]);
    const { body, etag } = await build.content(path + (encoding ? suffixes[encoding] : ""));
    return { contentType, body, encoding, etag };
  }

  /** Hashed files are served from any build. Files with fixed names are served only from the newest build. */
  #buildWith(path: string): ClientBuild | undefined {
    const builds = path.startsWith("assets/") ? [this.#newest, ...this.#earlier] : [this.#newest];
    return builds.find((build) => build.has(path));
  }
}

/**
 * Opens the newest build and the remaining files of earlier ones. Null if there is no build.
 * @param built folder of the builds; its `newest.json` names the build to serve
 */
export async function openBuiltClient(built: URL = BUILDS_FOLDER): Promise<BuiltClient | null> {
  try {
    const { folder } = JSON.parse(await readFile(new URL("newest.json", built), "utf8")) as { folder: string };
    const newest = await openBuild(new URL(`${folder}/`, built));
    if (!newest.has("index.html")) return null;
    const folders = (await readdir(built, { withFileTypes: true })).filter((entry) => entry.isDirectory());
    const others = folders.filter(({ name }) => name !== folder);
    return new BuiltClient(newest, await Promise.all(others.map(({ name }) => openBuild(new URL(`${name}/`, built)))));
  } catch {
    return null;
  }
}

async function openBuild(home: URL): Promise<ClientBuild> {
  // Another process may be deleting an old build right now. Such a build counts as empty.
  const names = await readdir(home, { recursive: true }).catch(() => []);
  return new ClientBuild(home, new Set(names.map((name) => name.replaceAll("\\", "/"))));
}
