import type { CompletionOption, MaybePromise, optionsFor, OptionSource } from "./completion-options.ts";
import type { CompletionQuery } from "./completion-query.ts";

type Options = readonly CompletionOption[];

/** The function that finds options, once it is loaded. */
let find: typeof optionsFor | undefined;

/**
 * Returns what fits a query: at once where all that is needed is loaded, so that the next key finds it. Where something cannot
 * be loaded, there are no options.
 */
export function findOptions(query: CompletionQuery, source: OptionSource): MaybePromise<Options> {
  const options = find ? find(query, source) : loadAndFind(query, source);
  return options instanceof Promise ? options.catch(() => []) : options;
}

async function loadAndFind(query: CompletionQuery, source: OptionSource): Promise<Options> {
  ({ optionsFor: find } = await import("./completion-options.ts"));
  return find(query, source);
}
