// The code of menus, popups, tooltips and toasts, in one chunk. The first screen is shown without waiting for this
// chunk.
export { Menu, MenuItem, MenuSeparator } from "../overlays/loaded-menu.tsx";
export { Popup } from "../overlays/loaded-popup.tsx";
export { Tooltips } from "../overlays/tooltips.tsx";
export { showToast, Toasts } from "../overlays/loaded-toasts.tsx";
