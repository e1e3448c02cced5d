/** A text, or the beginning of it and a sign that there is more: at most so many characters. */
export function truncate(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}
