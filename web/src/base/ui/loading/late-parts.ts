// What opens over the page, in one piece: the first screen does not wait for it.
export { Menu, MenuItem, MenuLine } from "../overlays/menu-parts.tsx";
export { Popup } from "../overlays/popup-parts.tsx";
export { Tips } from "../overlays/tips.tsx";
export { say, Toasts } from "../overlays/toast-parts.tsx";
