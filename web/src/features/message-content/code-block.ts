// Adds the copy button to code blocks in messages, and reads their code.

export interface CodeBlockWords {
  readonly copyCode: string;
}

/** Adds the copy button to a code block. Links to playgrounds are added later, in front of the button. */
export function addCodeTools(block: HTMLElement, { copyCode }: CodeBlockWords): void {
  const { ownerDocument: inert } = block;
  block.querySelector("pre")?.setAttribute("tabindex", "0");
  const button = inert.createElement("button");
  button.type = "button";
  button.className = "copy-code";
  button.setAttribute("aria-label", copyCode);
  button.title = copyCode;
  const tools = inert.createElement("span");
  tools.className = "code-tools";
  tools.append(button);
  block.append(tools);
}

/** Returns the code in a code block as it was written in the message. */
export const codeText = (block: Element): string => (block.querySelector("code")?.textContent ?? "").replace(/\n$/, "");
