/** Light, dark, or as the machine has it; the values of the person's setting `color_scheme`. */
const colourSchemes = { system: 1, dark: 2, light: 3 } as const;

const systemDarkModeQuery = () => matchMedia("(prefers-color-scheme: dark)");

/** Shows the page in the chosen colours, and follows the machine while that is the choice. Returns what ends the following. */
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

/** What the person chose of how large type is and how far lines are from each other; undefined: as usual. */
export interface TypographySettings {
  readonly web_font_size_px?: number | undefined;
  readonly web_line_height_percent?: number | undefined;
  readonly high_contrast_mode?: boolean | undefined;
}

/** The values that these settings begin with, for which the tokens are made. */
const DEFAULT_FONT_SIZE_PX = 16;
const DEFAULT_LINE_HEIGHT_PERCENT = 140;
const DEFAULT_LINE_HEIGHT = 1.5;

/** Shows type as the person chose. */
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
