import { isTouch } from "../../base/ui/is-touch.ts";

/** Props for buttons next to the text, whose use must not move the focus: a phone's keyboard would close and reopen. */
export const retainFocusProps = isTouch() ? { preventFocusOnPress: true } : {};
