// All overlays in one chunk, which the first screen does not wait for.
export { Menu, MenuItem, MenuSeparator } from "../overlays/loaded-menu.tsx";
export { Popup } from "../overlays/loaded-popup.tsx";
export { Tooltips } from "../overlays/tooltips.tsx";
export { showToast, Toasts } from "../overlays/loaded-toasts.tsx";
