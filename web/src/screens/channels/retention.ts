/** How long the API says that a channel keeps messages: null as the organization, -1 for ever, else days. */
const FOR_EVER = -1;

/** What people write for it: nothing, 0 for ever, or days. */
export function keptFor(days: number | null): string {
  if (days === null) return "";
  return days === FOR_EVER ? "0" : String(days);
}

/** The same to the API. What is no number goes as it is: the server says what is wrong with it. */
export function retentionOf(text: string): string | number {
  if (text === "") return "realm_default";
  const days = Number(text);
  if (!Number.isSafeInteger(days)) return text;
  return days === 0 ? "unlimited" : days;
}
