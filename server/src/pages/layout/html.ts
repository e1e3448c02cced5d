import { escape } from "@parlance/kernel/http/reference-page/schema-html.ts";
import { renderRealmDescription } from "#modules/organizations/settings/server/server-settings.ts";

/**
 * A value that can be inserted into a template. Texts and numbers are escaped, lists are inserted element by element,
 * and null, undefined and false insert nothing.
 */
type Part = Html | string | number | false | null | undefined | readonly Part[];

/**
 * HTML that can be sent unchanged. Only `html` and the Markdown renderer create it, so no unescaped text gets into a
 * page.
 */
export class Html {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  /** Renders an organization's description from Markdown. */
  static async ofDescription(markdown: string): Promise<Html> {
    return new Html(await renderRealmDescription(markdown));
  }

  static of(strings: readonly string[], parts: readonly Part[]): Html {
    return new Html(strings.map((string, index) => string + asText(parts[index])).join(""));
  }
}

function asText(part: Part): string {
  if (part instanceof Html) return part.toString();
  if (typeof part === "string") return escape(part);
  if (typeof part === "number") return String(part);
  return Array.isArray(part) ? part.map(asText).join("") : "";
}

/** Creates HTML from a template. Inserted values are escaped; insert them only between tags or in quoted attributes. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => Html.of(strings, parts);

type Attribute = string | number | boolean | null | undefined;

/**
 * Renders quoted attributes of a tag. An attribute that is `true` is written without a value; one that is `false`, null
 * or undefined is left out.
 */
export function attributes(values: Readonly<Record<string, Attribute>>): Html {
  const pairs = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === null || value === false) return [];
    return [value === true ? html`${name}` : html`${name}="${value}"`];
  });
  return html`${pairs.flatMap((pair, index) => (index === 0 ? [pair] : [" ", pair]))}`;
}
