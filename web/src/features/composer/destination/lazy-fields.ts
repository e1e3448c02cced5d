// The fields for choosing a destination. Their code is loaded when they are first shown, because many messages do not
// need them.
import { lazyComponent } from "../../../base/ui/loading/lazy-component.tsx";

export const NewDestination = lazyComponent(async () => (await import("./new-destination.tsx")).NewDestination);
export const TopicField = lazyComponent(async () => (await import("./topic-field.tsx")).TopicField);
