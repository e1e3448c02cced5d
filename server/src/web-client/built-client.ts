import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname } from "node:path";

/** Where builds of the web client lie; `newest.json` names the one to serve. */
const BUILT = new URL("../../../node_modules/.cache/web-client/", import.meta.url);

const types: Readonly<Record<string, string>> = {
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

/** The encodings that files may have been compressed in ahead of time, the smallest first. */
const encodings = [
  { name: "br", suffix: ".br" },
  { name: "gzip", suffix: ".gz" },
] as const;

/** A file of the client, ready to be sent. */
export interface ClientFile {
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Undefined: as it is. */
  readonly encoding: "br" | "gzip" | undefined;
  readonly etag: string;
}

/** The web client as it was built; its files are read when somebody first asks for them, and kept. */
export class BuiltClient {
  readonly #folder: URL;
  readonly #names: ReadonlySet<string>;
  readonly #kept = new Map<string, Promise<Uint8Array>>();

  constructor(folder: URL, names: ReadonlySet<string>) {
    this.#folder = folder;
    this.#names = names;
  }

  /**
   * A file by its path in the build, such as `assets/index-1a2b.js`, in the best form that the browser takes. Null where the
   * build has no such file.
   * @param accepted the header `Accept-Encoding`
   */
  async file(path: string, accepted = ""): Promise<ClientFile | null> {
    const contentType = types[extname(path)];
    if (contentType === undefined || !this.#names.has(path)) return null;
    const taken = new Set(accepted.split(",").flatMap((one) => (refuses(one) ? [] : [one.split(";")[0]?.trim()])));
    const form = encodings.find(({ name, suffix }) => taken.has(name) && this.#names.has(path + suffix));
    const body = await this.#read(path + (form?.suffix ?? ""));
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    return { contentType, body, encoding: form?.name, etag };
  }

  #read(name: string): Promise<Uint8Array> {
    const kept = this.#kept.get(name) ?? readFile(new URL(name, this.#folder));
    this.#kept.set(name, kept);
    return kept;
  }
}

const refuses = (encoding: string): boolean => /;\s*q\s*=\s*0(\.0*)?\s*$/.test(encoding);

/** The newest build; null where there is none. */
export async function openBuiltClient(): Promise<BuiltClient | null> {
  try {
    const { folder } = JSON.parse(await readFile(new URL("newest.json", BUILT), "utf8")) as { folder: string };
    const home = new URL(`${folder}/`, BUILT);
    const names = (await readdir(home, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
    return names.includes("index.html") ? new BuiltClient(home, new Set(names)) : null;
  } catch {
    return null;
  }
}
