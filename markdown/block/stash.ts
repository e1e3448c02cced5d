/** What is parsed before the blocks are. */
export type StashedItem =
  | { readonly type: "code"; readonly content: string; readonly language: string }
  | { readonly type: "math"; readonly content: string }
  | { readonly type: "spoiler_open" | "spoiler_content" | "spoiler_close" };

/** Keeps what must not be parsed as blocks; a short text stands for it among the lines. */
export class Stash {
  readonly #items: StashedItem[] = [];

  /** Returns the text that stands for it, which nobody can write. */
  put(item: StashedItem): string {
    this.#items.push(item);
    return `\uFDD0${this.#items.length - 1}\uFDD1`;
  }

  /** What a text stands for; undefined if that is not all of it. */
  find(text: string): StashedItem | undefined {
    if (this.#items.length === 0) return undefined;
    const [, index] = (text.startsWith("\uFDD0") && /^\uFDD0(\d+)\uFDD1\s*$/.exec(text)) || [];
    return index === undefined ? undefined : this.#items[Number(index)];
  }

  /** The text as it is where something stashed must not stand. */
  restore(text: string): string {
    if (this.#items.length === 0 || !text.includes("\uFDD0")) return text;
    return text.replaceAll(/\uFDD0(\d+)\uFDD1/g, (_, index: string) => {
      const item = this.#items[Number(index)];
      return item && "content" in item ? item.content : "";
    });
  }
}
