/** An element that is parsed before the blocks. */
export type StashedItem =
  | { readonly type: "code"; readonly content: string; readonly language: string }
  | { readonly type: "math"; readonly content: string }
  | { readonly type: "spoiler_open" | "spoiler_content" | "spoiler_close" };

/** Stores what must not be parsed as blocks; a short placeholder replaces it among the lines. */
export class Stash {
  readonly #items: StashedItem[] = [];

  /** Returns the placeholder, which users cannot write. */
  put(item: StashedItem): string {
    this.#items.push(item);
    return `\uFDD0${this.#items.length - 1}\uFDD1`;
  }

  /** Returns the item of a placeholder; undefined if the text is anything else. */
  find(text: string): StashedItem | undefined {
    if (this.#items.length === 0) return undefined;
    const [, index] = (text.startsWith("\uFDD0") && /^\uFDD0(\d+)\uFDD1\s*$/.exec(text)) || [];
    return index === undefined ? undefined : this.#items[Number(index)];
  }

  /** Replaces placeholders by their text, where no stashed item may be. */
  restore(text: string): string {
    if (this.#items.length === 0 || !text.includes("\uFDD0")) return text;
    return text.replaceAll(/\uFDD0(\d+)\uFDD1/g, (_, index: string) => {
      const item = this.#items[Number(index)];
      return item && "content" in item ? item.content : "";
    });
  }
}
