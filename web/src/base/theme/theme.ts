/** The values of the user setting `color_scheme`. `system` follows the operating system. */
const colourSchemes = { system: 1, dark: 2, light: 3 } as const;

const systemDarkModeQuery = () => matchMedia("(prefers-color-scheme: dark)");

/**
 * Applies the chosen color scheme. With `system`, the page changes whenever the operating system's color scheme
 * changes. Returns a function that stops listening for these changes.
 */
export function applyColourScheme(scheme: number | undefined): () => void {
  const dark = systemDarkModeQuery();
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

/** The user's typography settings. An undefined setting has its default value. */
export interface TypographySettings {
  readonly web_font_size_px?: number | undefined;
  readonly web_line_height_percent?: number | undefined;
  readonly high_contrast_mode?: boolean | undefined;
}

/**
 * Default values of the settings `web_font_size_px` and `web_line_height_percent`, and the CSS line height to which the
 * latter corresponds (`--line` in the design tokens).
 */
const DEFAULT_FONT_SIZE_PX = 16;
const DEFAULT_LINE_HEIGHT_PERCENT = 140;
const DEFAULT_LINE_HEIGHT = 1.5;

/** Applies the user's typography settings. */
export function applyTypography({
  web_font_size_px,
  web_line_height_percent,
  high_contrast_mode,
}: TypographySettings): void {
  const { style, dataset } = document.documentElement;
  const line =
    (DEFAULT_LINE_HEIGHT * (web_line_height_percent ?? DEFAULT_LINE_HEIGHT_PERCENT)) / DEFAULT_LINE_HEIGHT_PERCENT;
  style.setProperty("--scale", String((web_font_size_px ?? DEFAULT_FONT_SIZE_PX) / DEFAULT_FONT_SIZE_PX));
  style.setProperty("--line", line.toFixed(3));
  if (high_contrast_mode === true) dataset["contrast"] = "more";
  else delete dataset["contrast"];
}
