import { isTouch } from "../../base/ui/is-touch.ts";

/**
 * Props for buttons next to the text area. On touch devices, pressing such a button must not move the focus, because
 * the on-screen keyboard would close and reopen.
 */
export const retainFocusProps = isTouch() ? { preventFocusOnPress: true } : {};
