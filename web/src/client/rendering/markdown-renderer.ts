import type { Lookups } from "@parlance/markdown/render-types.ts";

const fetchCore = async () => import("@parlance/markdown/index.ts");

type Core = Awaited<ReturnType<typeof fetchCore>>;

let loadingCore: Promise<Core> | undefined;
let core: Core | undefined;

/** Fetches what renders texts, which is needed once somebody writes. */
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
 * A text as the server will render it, as far as it can be said here; null while what renders is not here yet, and for what
 * cannot be rendered.
 */
export function renderMarkdown(content: string, lookups: Lookups): string | null {
  try {
    return core?.render(content, lookups).html ?? null;
  } catch {
    return null;
  }
}

/** Fetches all that this text needs: also what typesets its formulas and colours its code. */
export async function prepareRenderer(content: string, { defaultCodeLanguage }: Lookups): Promise<void> {
  const { preloadFor } = await loadRenderer();
  await preloadFor([content], defaultCodeLanguage);
}
