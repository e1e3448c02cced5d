// What opens over the page, in one piece: the first screen does not wait for it.
export { Menu, MenuItem, MenuLine } from "../overlays/loaded-menu.tsx";
export { Popup } from "../overlays/loaded-popup.tsx";
export { Tips } from "../overlays/tooltips.tsx";
export { say, Toasts } from "../overlays/loaded-toasts.tsx";
