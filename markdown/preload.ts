import { parseFenceLine } from "./block/fence-line.ts";
import { languageName } from "./code/languages.ts";
import { highlightedLanguages, loadMode } from "./code/language-modes.ts";
import { loadTypesetter } from "./formula.ts";

/**
 * Loads the modules that are needed to typeset the formulas and highlight the code in texts. Await it before `render`,
 * which otherwise shows formulas and code as written. Returns undefined if no module has to be awaited, as for most
 * texts. Each module is loaded once.
 */
export function preloadFor(texts: readonly string[], defaultCodeLanguage?: string): Promise<unknown> | undefined {
  const languages = new Set<string>();
  for (const text of texts) {
    if (text.includes("$$")) languages.add("math");
    if (!text.includes("```") && !text.includes("~~~")) continue;
    for (const line of text.split(/[\r\n]+/)) {
      const fence = parseFenceLine(line);
      if (fence) languages.add(fence.language || (defaultCodeLanguage ?? ""));
    }
  }
  return languages.size === 0 ? undefined : Promise.all([...languages].map(preloadLanguage));
}

/** Loads all modules that any text may need. */
export async function preloadAll(): Promise<void> {
  await Promise.all([loadTypesetter(), ...highlightedLanguages.map(loadMode)]);
}

const preloadLanguage = (language: string): Promise<void> =>
  language.toLowerCase() === "math" ? loadTypesetter() : loadMode(languageName(language));
