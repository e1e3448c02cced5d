import type { ReactNode } from "react";
import { isSameRoute, type Route } from "../../client/routes/route.ts";
import { useNavigator } from "./navigator.tsx";

interface RouteLinkProps {
  readonly to: Route;
  readonly className?: string | undefined;
  readonly children: ReactNode;
  readonly label?: string;
  /** Whether the link is a row of a screen's list, which keys move through. */
  readonly isRow?: boolean;
  /** Whether the link counts as current, if that covers more than one route. */
  readonly isCurrent?: boolean;
}

/** A link to a route, which does not reload the page. The link to the current route is marked as current. */
export function RouteLink({ to, className, children, label, isRow = false, isCurrent }: RouteLinkProps) {
  const { currentRoute, hrefOf } = useNavigator();
  const isHere = isCurrent ?? (currentRoute !== null && isSameRoute(currentRoute, to));
  return (
    <a
      href={hrefOf(to)}
      className={className}
      aria-label={label}
      {...(isHere ? { "aria-current": "page" } : {})}
      {...(isRow ? { "data-row": "" } : {})}
    >
      {children}
    </a>
  );
}
