// The icon of the window's tab, with how much is unread.

const MOST = 99;
const drawing =
  '<rect width="64" height="64" rx="17" fill="#20604f"/>' +
  '<path d="M22 48V16h13.5C43 16 48 20.6 48 27.4S43 38.800 35.500 38.800H29V48Zm7-15h5.600c3.800 0 6-2.100 6-5.600s-2.200-5.600-6-5.600H29Z" fill="#fff"/>';

/** Shows a number in the tab's icon, in a louder colour where somebody is asked for by name. */
export function showInFavicon(count: number, isPersonal: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link) link.href = count === 0 ? "/favicon.svg" : iconWith(count > MOST ? `${MOST}+` : String(count), isPersonal);
}

function iconWith(text: string, isPersonal: boolean): string {
  const size = text.length === 1 ? 36 : 42 - 7 * text.length;
  const badge =
    `<circle cx="42" cy="42" r="22" fill="${isPersonal ? "#b3261e" : "#1f1d1a"}"/>` +
    `<text x="42" y="42" dy=".36em" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${size}" fill="#fff">${text}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${drawing}${badge}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
