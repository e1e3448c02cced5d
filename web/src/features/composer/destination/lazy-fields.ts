// The fields that ask where a text shall go, which many texts do not need.
import { lazyComponent } from "../../../base/ui/loading/lazy-component.tsx";

export const NewDestination = lazyComponent(async () => (await import("./new-destination.tsx")).NewDestination);
export const TopicField = lazyComponent(async () => (await import("./topic-field.tsx")).TopicField);
