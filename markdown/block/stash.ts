/** An element that is recognized before the blocks are parsed. */
export type StashedItem =
  | { readonly type: "code"; readonly content: string; readonly language: string }
  | { readonly type: "math"; readonly content: string }
  | { readonly type: "spoiler_open" | "spoiler_content" | "spoiler_close" };

/**
 * Stores code, formulas and the markers of spoilers, which must not be parsed as blocks. In the text, each is replaced
 * with a short placeholder.
 */
export class Stash {
  readonly #items: StashedItem[] = [];

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  /** Stores an element. Returns its placeholder, which cannot occur in users' texts. */
  put(item: StashedItem): string {
    this.#items.push(item);
    return `\uFDD0${this.#items.length - 1}\uFDD1`;
  }

  /** Returns the element of a placeholder, or undefined if the text is not exactly a placeholder. */
  find(text: string): StashedItem | undefined {
    if (this.isEmpty) return undefined;
    const [, index] = (text.startsWith("\uFDD0") && /^\uFDD0(\d+)\uFDD1\s*$/.exec(text)) || [];
    return index === undefined ? undefined : this.#items[Number(index)];
  }

  /**
   * Replaces the placeholders in a text where such elements are not allowed: those of code and formulas with the
   * content, those of spoilers with nothing.
   */
  restore(text: string): string {
    if (this.isEmpty || !text.includes("\uFDD0")) return text;
    return text.replaceAll(/\uFDD0(\d+)\uFDD1/g, (_, index: string) => {
      const item = this.#items[Number(index)];
      return item && "content" in item ? item.content : "";
    });
  }
}
