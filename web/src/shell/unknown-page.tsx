import { Compass } from "lucide-react";
import { EmptyState } from "../base/ui/empty-state.tsx";
import { ScreenHeader } from "../base/ui/screen-header.tsx";
import { words } from "../base/words/index.ts";
import { RouteLink } from "../hooks/navigation/route-link.tsx";

/** Shown if no screen has the address. */
export const UnknownPage = () => (
  <>
    <ScreenHeader title={words.conversation.missing.head} />
    <EmptyState icon={<Compass size={30} aria-hidden />} title={words.pages.unknown}>
      <RouteLink to={{ kind: "page", path: ["inbox"] }}>{words.screens.inbox.title}</RouteLink>
    </EmptyState>
  </>
);
