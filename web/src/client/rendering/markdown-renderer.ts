import type { Lookups } from "@parlance/markdown/render-types.ts";

const fetchCore = async () => import("@parlance/markdown/index.ts");

type Core = Awaited<ReturnType<typeof fetchCore>>;

let loadingCore: Promise<Core> | undefined;
let core: Core | undefined;

/** Loads the renderer, which is needed once the user writes a message. */
export async function loadRenderer(): Promise<Core> {
  loadingCore ??= fetchCore();
  try {
    core = await loadingCore;
    return core;
  } catch (error) {
    loadingCore = undefined;
    throw error;
  }
}

/**
 * Renders a text as the server will, as far as the client can. Returns null while the renderer is not loaded, or if
 * rendering fails.
 */
export function renderMarkdown(content: string, lookups: Lookups): string | null {
  try {
    return core?.render(content, lookups).html ?? null;
  } catch {
    return null;
  }
}

/** Loads everything that this text needs, including formula typesetting and syntax highlighting. */
export async function prepareRenderer(content: string, { defaultCodeLanguage }: Lookups): Promise<void> {
  const { preloadFor } = await loadRenderer();
  await preloadFor([content], defaultCodeLanguage);
}
