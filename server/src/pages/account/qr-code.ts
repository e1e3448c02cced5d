import { encode } from "uqr";
import { type Html, html } from "../layout/html.ts";

/**
 * Width of the white margin around the code, in modules of the code: without the margin, cameras do not recognize the
 * code.
 */
const MARGIN = 4;
const PIXELS_PER_DOT = 4;

/**
 * Renders a text as a QR code: dark on white, whatever the colors of the page. `label` describes the image for screen
 * readers.
 */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: "M", border: MARGIN });
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const pixels = size * PIXELS_PER_DOT;
  return html`<svg role="img" aria-label="${label}" width="${pixels}" height="${pixels}" viewBox="0 0 ${size} ${size}">
    <rect width="${size}" height="${size}" fill="#fff" />
    <path d="${dots.join("")}" fill="#000" shape-rendering="crispEdges" />
  </svg>`;
}
