/** Truncates a text to a maximum number of characters, with an ellipsis if it is longer. */
export function truncate(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}
