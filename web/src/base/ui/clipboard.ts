/** Copies a text to the clipboard. Pages served over plain HTTP only have the deprecated way to do so. */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  const before = document.activeElement;
  // An open dialog does not let the focus leave it.
  (document.querySelector("[role=dialog]") ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
}
