/**
 * Copies a text to the clipboard. On pages served over plain HTTP, browsers only allow the deprecated `execCommand`.
 */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  const before = document.activeElement;
  // An open dialog traps the focus, so the text field must be inside the dialog.
  (document.querySelector("[role=dialog]") ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
}
