const MOST_CHARACTERS = 200;

/** What a message says, as plain text, in the room that a notification has. */
export function textOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const hidden of body.querySelectorAll(".spoiler-content, script, style")) hidden.remove();
  for (const emoji of body.querySelectorAll("img.emoji")) emoji.replaceWith(emoji.getAttribute("alt") ?? "");
  const text = body.textContent.replaceAll(/\s+/g, " ").trim();
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
