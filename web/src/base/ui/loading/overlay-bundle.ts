// What opens over the page, in one piece: the first screen does not wait for it.
export { Menu, MenuItem, MenuSeparator } from "../overlays/loaded-menu.tsx";
export { Popup } from "../overlays/loaded-popup.tsx";
export { Tooltips } from "../overlays/tooltips.tsx";
export { showToast, Toasts } from "../overlays/loaded-toasts.tsx";
