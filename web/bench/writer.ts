import type { Scene } from "./scene.ts";

/** Number of messages that are sent at the same time. */
const CONCURRENT_WRITERS = 16;

/** Sends messages, about half of them to the first conversation and the others to the other conversations. */
export class Writer {
  readonly #scene: Scene;
  #written = 0;
  /** Content of the message that was last sent to the first conversation. */
  last = "";

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** Sends a number of messages. Returns the id of the last message. */
  async writes(count: number): Promise<number> {
    const end = this.#written + count - 1;
    const work = async () => {
      while (this.#written < end) await this.#write((this.#written += 1));
    };
    await Promise.all(Array.from({ length: CONCURRENT_WRITERS }, work));
    this.last = `Message ${(this.#written += 1)} of many.`;
    return this.#send(0, this.last);
  }

  async #write(nth: number): Promise<void> {
    await this.#send(nth % 2 === 0 ? 0 : nth % 20, `Message ${nth} of many.`);
  }

  async #send(nth: number, content: string): Promise<number> {
    const { channelId, topic } = this.#scene.conversations[nth % this.#scene.conversations.length] ?? { topic: "" };
    const response = await fetch(`${this.#scene.url}/api/v1/messages`, {
      method: "POST",
      headers: { authorization: this.#scene.writer },
      body: new URLSearchParams({ type: "channel", to: JSON.stringify(channelId), topic, content }),
    });
    const answer = (await response.json()) as { readonly id?: number; readonly msg: string };
    if (answer.id === undefined) throw new Error(`a message was refused: ${answer.msg}`);
    return answer.id;
  }
}
