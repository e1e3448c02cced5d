import { escape } from "@parlance/kernel/http/reference-page/schema-html.ts";
import { renderRealmDescription } from "#modules/organizations/settings/server/server-settings.ts";

/** What may stand in a template. Texts and numbers are escaped; of a list, each part; nothing, where there is nothing. */
type Part = Html | string | number | false | null | undefined | readonly Part[];

/** HTML that can be sent as it stands. Only `html` and the Markdown renderer make any, so no text gets into a page unescaped. */
export class Html {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  /** What an organization says of itself, in Markdown. */
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

/** A piece of HTML. What is inserted is escaped, and must stand between tags or in a quoted attribute. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => Html.of(strings, parts);

type Attribute = string | number | boolean | null | undefined;

/** Attributes of a tag, quoted. One that is `true` stands there without a value, one that is `false` or nothing does not. */
export function attributes(values: Readonly<Record<string, Attribute>>): Html {
  const pairs = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === null || value === false) return [];
    return [value === true ? html`${name}` : html`${name}="${value}"`];
  });
  return html`${pairs.flatMap((pair, index) => (index === 0 ? [pair] : [" ", pair]))}`;
}
