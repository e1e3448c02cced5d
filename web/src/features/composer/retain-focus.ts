import { isTouch } from "../../base/ui/is-touch.ts";

/** For buttons beside the text: who presses one writes on. A phone's keyboard would close with the focus, and open again. */
export const retainFocusProps = isTouch() ? { preventFocusOnPress: true } : {};
