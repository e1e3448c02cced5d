import type { Lookups } from "@parlance/markdown/render-types.ts";

const fetchCore = async () => import("@parlance/markdown/index.ts");

type Core = Awaited<ReturnType<typeof fetchCore>>;

let loadingCore: Promise<Core> | undefined;
let core: Core | undefined;

/** Loads the code of the renderer. Called as soon as the user starts to write a message. */
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
 * Renders Markdown in the same way as the server, except for what only the server can render. Returns null if the
 * renderer is not loaded yet, or if rendering fails.
 */
export function renderMarkdown(content: string, lookups: Lookups): string | null {
  try {
    return core?.render(content, lookups).html ?? null;
  } catch {
    return null;
  }
}

/**
 * Loads the code that is needed to render a text, including formula typesetting and syntax highlighting if the text
 * uses them.
 */
export async function prepareRenderer(content: string, { defaultCodeLanguage }: Lookups): Promise<void> {
  const { preloadFor } = await loadRenderer();
  await preloadFor([content], defaultCodeLanguage);
}
