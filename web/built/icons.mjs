// `npm run web:icons`: generates the icons of the installed client from web/public/favicon.svg.
import { mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const PUBLIC = new URL("../public/", import.meta.url);
const drawing = readFileSync(new URL("favicon.svg", PUBLIC), "utf8");
const path = /<path .*\/>/.exec(drawing)?.[0] ?? "";
const ground = /<rect [^>]*fill="(?<colour>#\w+)"/.exec(drawing)?.groups?.["colour"] ?? "#000";

/** @param {string} content drawing in a square of 64 by 64 units */
const svg = (content) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${content}</svg>`;
const full = `<rect width="64" height="64" fill="${ground}"/>`;
/**
 * The drawing at a smaller size. Operating systems crop icons to various shapes, so it must be in the middle of the
 * icon.
 */
const small = `<g transform="translate(12.8 12.8) scale(.6)">${path}</g>`;

const icons = [
  { name: "192.png", size: 192, content: drawing },
  { name: "512.png", size: 512, content: drawing },
  { name: "mask.png", size: 512, content: svg(full + small) },
  { name: "apple.png", size: 180, content: svg(full + path) },
  { name: "badge.png", size: 96, content: svg(path) },
];

mkdirSync(new URL("icons/", PUBLIC), { recursive: true });
for (const { name, size, content } of icons) {
  const picture = sharp(Buffer.from(content), { density: (72 * size) / 64 }).resize(size, size);
  await picture.png({ compressionLevel: 9 }).toFile(fileURLToPath(new URL(`icons/${name}`, PUBLIC)));
}
