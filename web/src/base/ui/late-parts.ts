// What opens over the page, in one piece: the first screen does not wait for it.
export { Menu, MenuItem, MenuLine } from "./menu-parts.tsx";
export { Popup } from "./popup-parts.tsx";
export { Tips } from "./tips.tsx";
export { say, Toasts } from "./toast-parts.tsx";
