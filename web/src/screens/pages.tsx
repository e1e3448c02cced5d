import { Emptiness } from "../ui/emptiness.tsx";

/** The pages that are no messages, by the parts of their address. */
export const Pages = ({ path }: { path: readonly string[] }) => <Emptiness title={path.join(" ")} />;
