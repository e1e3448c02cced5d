/** Puts a text where it can be pasted from. Pages that come unencrypted have only the old way to do so. */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  const before = document.activeElement;
  // What is open over the page keeps the focus within it.
  (document.querySelector("[role=dialog]") ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
}
