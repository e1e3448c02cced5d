/** Light, dark, or as the machine has it; the values of the person's setting `color_scheme`. */
const colourSchemes = { system: 1, dark: 2, light: 3 } as const;

const machine = () => matchMedia("(prefers-color-scheme: dark)");

/** Shows the page in the chosen colours, and follows the machine while that is the choice. Returns what ends the following. */
export function applyColourScheme(scheme: number | undefined): () => void {
  const dark = machine();
  const isSystem = scheme !== colourSchemes.dark && scheme !== colourSchemes.light;
  const show = () => {
    const isDark = isSystem ? dark.matches : scheme === colourSchemes.dark;
    document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
  };
  show();
  if (!isSystem) return () => undefined;
  dark.addEventListener("change", show);
  return () => dark.removeEventListener("change", show);
}
