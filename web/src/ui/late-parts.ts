// What opens over the page, in one piece: the first screen does not wait for it.
export { Menu, MenuItem, MenuLine } from "./menu-parts.tsx";
export { Tip } from "./tip-part.tsx";
export { say, Toasts } from "./toast-parts.tsx";
