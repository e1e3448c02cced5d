// The fields that ask where a text shall go, which many texts do not need.
import { late } from "../../../base/ui/loading/lazy-component.tsx";

export const NewDestination = late(async () => (await import("./new-destination.tsx")).NewDestination);
export const TopicField = late(async () => (await import("./topic-field.tsx")).TopicField);
